import { useEffect, useState } from 'react'

/** The time, told anew every so many milliseconds. */
export function useClock(interval: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
