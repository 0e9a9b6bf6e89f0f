import { useEffect, useState } from 'react'

/** How long something has been waited for: moves on after 3 s and after 10 s. */
export function useElapsed(waiting: boolean): 'short' | 'long' | 'veryLong' {
  const [elapsed, setElapsed] = useState<'short' | 'long' | 'veryLong'>('short')
  useEffect(() => {
    setElapsed('short')
    if (!waiting) return
    const long = setTimeout(() => setElapsed('long'), 3_000)
    const veryLong = setTimeout(() => setElapsed('veryLong'), 10_000)
    return () => {
      clearTimeout(long)
      clearTimeout(veryLong)
    }
  }, [waiting])
  return elapsed
}
