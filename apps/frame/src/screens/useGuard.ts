import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { createGuard, type Guard, type GuardState } from './guard.js'
import { type VisibilityWatch, watchGuard } from './watchGuard.js'

/**
 * Guards the button of a screen for as long as the screen stands.
 *
 * @param button - The button that approves, or what holds all that are to be pressed.
 * @param watch - How visibility is found out; by the browser when absent.
 * @param onHeld - A finger has held the button, or this one of several, for long enough.
 * @returns The state to draw, and what decides about a click.
 */
export function useGuard(
  button: RefObject<HTMLElement | null>,
  watch?: VisibilityWatch,
  onHeld?: (button: Element) => void,
): { state: GuardState; admits: Guard['admits'] } {
  const [guard] = useState(() =>
    createGuard({
      now: () => performance.now(),
      viewport: () => ({ width: window.innerWidth, height: window.innerHeight }),
    }),
  )
  const [state, setState] = useState<GuardState>('arming')
  const watching = useRef(watch)
  const held = useRef(onHeld)
  held.current = onHeld
  useLayoutEffect(() => {
    const screen = button.current?.closest('.lf-screen')
    if (!screen) return undefined
    // What was drawn but not painted was not seen.
    guard.disturb()
    return watchGuard(guard, screen, {
      isButton: (target) => target instanceof Node && button.current?.contains(target) === true,
      onChange: () => setState(guard.state()),
      onHeld: (target) => held.current?.(target),
      ...(watching.current ? { watch: watching.current } : {}),
    })
  }, [guard, button])
  return { state, admits: guard.admits }
}
