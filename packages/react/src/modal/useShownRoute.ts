import { headerTransition, viewTransition } from '@latchkey/protocol/internal/limits'
import { useEffect, useState } from 'react'
import type { Route } from './routes.js'

/** What is drawn now, while what is wanted may already be another view. */
export type Shown = {
  readonly route: Route | undefined
  /** What was drawn before it; nothing where the modal was opened with it. */
  readonly from: Route | undefined
  readonly title: Route | undefined
  readonly leaving: boolean
}

/**
 * Lets a view go before the next one comes: the header changes 120 ms after the route, the content 150 ms after it.
 * What is opened is shown at once; what is closed stays for the fade and is then gone, with all that it waited for.
 */
export function useShownRoute(wanted: Route | undefined, open: boolean): Shown {
  const [{ route, from }, setShown] = useState({
    route: open ? wanted : undefined,
    from: undefined as Route | undefined,
  })
  const [title, setTitle] = useState(route)
  const [wasOpen, setWasOpen] = useState(open)

  // During the drawing and not after it: the view of the last time must not flash, nor start its work again.
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) {
      setShown({ route: wanted, from: undefined })
      setTitle(wanted)
    }
  }

  // Nothing is set to what it already is: React keeps such an update waiting, and then forgets what was set during a drawing.
  const next = open ? wanted : undefined
  useEffect(() => {
    if (title === next) return
    const header = setTimeout(() => setTitle(next), headerTransition)
    return () => clearTimeout(header)
  }, [title, next])
  useEffect(() => {
    if (route === next) return
    const content = setTimeout(() => setShown({ route: next, from: route }), viewTransition)
    return () => clearTimeout(content)
  }, [route, next])

  return { route, from, title, leaving: open && route !== wanted }
}
