import { useEffect, useState } from 'react'
import { afterPaint } from './afterPaint.js'

/** False until what is drawn first stands on the screen: what can wait for that does not hold it up. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return painted
}
