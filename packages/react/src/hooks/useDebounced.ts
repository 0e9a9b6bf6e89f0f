import { useEffect, useState } from 'react'

/** How long typing must rest before a service is asked, in milliseconds. */
const delay = 300

/** A text once it has not changed for a while. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delay)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
