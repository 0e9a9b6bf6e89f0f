import { useEffect, useState } from 'react'

/** How long typing must rest before a service is asked, in milliseconds. */
const restTime = 300

/** A text once it has not changed for a while. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restTime)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
