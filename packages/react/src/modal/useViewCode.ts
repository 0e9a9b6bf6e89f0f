import { useEffect } from 'react'
import { afterPaint } from '../hooks/afterPaint.js'
import { getViewEntry } from './getViewEntry.js'
import { registry } from './registry.js'
import type { Route } from './routes.js'
import { whenIdle } from './whenIdle.js'

/** A pointer that stays that long over a wallet, in milliseconds, brings the code of what the wallet leads to. */
const pointerRest = 80

/** Brings the code of the view that is wanted, and of those that a pointer is near to. */
export function useViewCode(wanted: Route | undefined, near: readonly Route['view'][]): void {
  // The code of a view arrives while the one before it leaves. To ask for two dozen files takes longer than to draw that it
  // leaves, so that is seen first.
  useEffect(() => {
    const { preload } = wanted ? getViewEntry(wanted).Component : {}
    return preload && afterPaint(() => void preload().catch(() => {}))
  }, [wanted])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause starts again when the next views change
  useEffect(() => {
    const load = () => {
      // What does not arrive now is fetched again when it is shown, and said then.
      for (const view of near) registry[view].Component.preload?.().catch(() => {})
    }
    // A wallet is asked without its view: a click that follows the pointer at once does not wait for code.
    const last = near.at(-1)
    if (last === undefined || !registry[last].preloadsOnRest) return load()
    let stop: (() => void) | undefined
    const rest = setTimeout(() => {
      // A wallet that answers in this moment has its account drawn first.
      stop = whenIdle(load)
    }, pointerRest)
    return () => {
      clearTimeout(rest)
      stop?.()
    }
  }, [near, wanted])
}
