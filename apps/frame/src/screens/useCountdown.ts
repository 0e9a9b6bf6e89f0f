import { useEffect, useState } from 'preact/hooks'

/**
 * Counts the whole seconds until a time.
 *
 * @param until - The time, in milliseconds since 1970.
 * @returns The seconds left; 0 when it has come.
 */
export function useCountdown(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [, draw] = useState(0)
  const seconds = left()
  const isRunning = seconds > 0
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => draw((count) => count + 1), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  return seconds
}
