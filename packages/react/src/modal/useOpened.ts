import { useEffect, useState } from 'react'
import { useLatchkey } from '../context.js'
import { afterPaint } from '../hooks/afterPaint.js'

/** False in a view that was drawn ahead, until the modal stands open: nothing is asked for what nobody may come to see. */
export function useOpened(): boolean {
  const { modal } = useLatchkey()
  const [isOpened, setOpened] = useState(() => modal.getState().open)
  useEffect(() => {
    if (isOpened) return
    let stop: (() => void) | undefined
    const look = () => {
      if (modal.getState().open) stop ??= afterPaint(() => setOpened(true))
    }
    const leave = modal.subscribe(look)
    look()
    return () => {
      leave()
      stop?.()
    }
  }, [modal, isOpened])
  return isOpened
}
