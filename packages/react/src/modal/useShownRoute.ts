import { headerTransition, viewTransition } from '@latchkey/protocol/limits'
import { useEffect, useState } from 'react'
import type { Route } from './routes.js'

/** What is drawn now, while what is wanted may already be another view. */
export type Shown = { readonly route: Route | undefined; readonly title: Route | undefined; readonly leaving: boolean }

/**
 * Lets a view go before the next one comes: the header changes 120 ms after the route, the content 150 ms after it.
 * While closed, whatever is wanted is shown at once.
 */
export function useShownRoute(wanted: Route | undefined, open: boolean): Shown {
  const [route, setRoute] = useState(wanted)
  const [title, setTitle] = useState(wanted)
  const atOnce = !open || route === undefined

  useEffect(() => {
    if (atOnce) {
      setRoute(wanted)
      setTitle(wanted)
      return
    }
    const header = setTimeout(() => setTitle(wanted), headerTransition)
    const content = setTimeout(() => setRoute(wanted), viewTransition)
    return () => {
      clearTimeout(header)
      clearTimeout(content)
    }
  }, [wanted, atOnce])

  if (atOnce) return { route: wanted, title: wanted, leaving: false }
  return { route, title, leaving: route !== wanted }
}
