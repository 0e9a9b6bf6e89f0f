import type { Guard, Place } from './guard.js'
import { watchEnd } from './watchEnd.js'

/** INTERFACE: reports whether an element is fully and plainly visible, on each change; undefined when unknown. */
export type VisibilityWatch = (element: Element, onChange: (isVisible: boolean | undefined) => void) => { stop(): void }

/** The least share of a screen that counts as whole: less would let a page crop the line that matters. Pixels are rounded. */
const wholeRatio = 0.99

/**
 * Asks the browser itself, by the second version of IntersectionObserver, which a page around the frame cannot deceive.
 *
 * @param element - What must be seen.
 * @param onChange - Told of each change.
 * @returns How to stop.
 * @see https://w3c.github.io/IntersectionObserver/#calculate-visibility-algo
 */
export function watchVisibility(
  element: Element,
  onChange: (isVisible: boolean | undefined) => void,
): { stop(): void } {
  if (!('IntersectionObserverEntry' in globalThis) || !('isVisible' in IntersectionObserverEntry.prototype)) {
    onChange(undefined)
    return { stop: () => {} }
  }
  const options = { trackVisibility: true, delay: 100, threshold: [0, 0.25, 0.5, 0.75, 0.9, wholeRatio, 1] }
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1)
    if (last) onChange('isVisible' in last && last.isVisible === true && last.intersectionRatio >= wholeRatio)
  }, options)
  observer.observe(element)
  return { stop: () => observer.disconnect() }
}

/**
 * Feeds a guard with all that happens to one screen.
 *
 * @param guard - The guard.
 * @param screen - The element that must be seen whole.
 * @param options - The button, the callbacks for changes of the state and for a hold, and the visibility watch.
 * @returns Ends it.
 */
export function watchGuard(
  guard: Guard,
  screen: Element,
  options: {
    isButton(target: EventTarget | null): boolean
    onChange(): void
    /** A finger has held a button for long enough, and left it there. */
    onHeld?(button: Element): void
    watch?: VisibilityWatch
  },
): () => void {
  const { isButton, onChange, onHeld, watch = watchVisibility } = options
  const controller = new AbortController()
  const listening = { signal: controller.signal, capture: true }
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPointerDown = false
  let pointer: Place | undefined

  function settle(): void {
    clearTimeout(timer)
    const wait = guard.wait()
    if (wait !== undefined) timer = setTimeout(settle, wait + 1)
    onChange()
  }
  function disturb(): void {
    guard.disturb()
    settle()
  }
  const seen = watch(screen, (isVisible) => {
    guard.see(isVisible)
    settle()
  })
  const stopReading = watchEnd(screen, (isRead) => {
    guard.read(isRead)
    settle()
  })

  window.addEventListener('resize', disturb, listening)
  window.addEventListener('pageshow', disturb, listening)
  document.addEventListener('visibilitychange', disturb, listening)
  // A press in the frame also focuses it; only a focus without a press shows that a cover went away.
  window.addEventListener('focus', (event) => event.target === window && !isPointerDown && disturb(), listening)
  // A page that moves the frame under a pointer cannot hide that the pointer stood still on the screen. Zoom makes both kinds of
  // pixels differ by a factor of four at most.
  function follow(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return
    const { screenX, screenY, clientX, clientY } = event
    const before = pointer
    pointer = { screenX, screenY, clientX, clientY }
    if (!before) {
      guard.enter()
      settle()
    } else if (
      Math.abs(clientX - before.clientX) > 4 * Math.abs(screenX - before.screenX) + 4 ||
      Math.abs(clientY - before.clientY) > 4 * Math.abs(screenY - before.screenY) + 4
    ) {
      disturb()
    }
  }
  window.addEventListener('pointermove', follow, listening)
  document.documentElement.addEventListener(
    'pointerleave',
    (event) => {
      if (event.target === document.documentElement) pointer = undefined
    },
    listening,
  )
  window.addEventListener(
    'pointerdown',
    (event) => {
      follow(event)
      if (event.pointerType !== 'mouse') guard.touch(event)
      isPointerDown = true
      const isTouch = event.pointerType !== 'mouse'
      guard.press({ isTrusted: event.isTrusted, isOnButton: isButton(event.target), isTouch })
      settle()
    },
    listening,
  )
  const released = () => {
    isPointerDown = false
  }
  window.addEventListener(
    'pointerup',
    (event) => {
      released()
      // A finger that slid away changed its mind: what it came down on has all of its events.
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('button')
      if (event.pointerType === 'mouse' || !under?.contains(event.target as Node) || !isButton(under)) return
      if (guard.admitsHold(event)) onHeld?.(under)
    },
    listening,
  )
  window.addEventListener('pointercancel', released, listening)
  window.addEventListener('blur', released, listening)
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      // A key that was held down since before the screen came is not an answer to it.
      guard.press({ isTrusted: event.isTrusted && !event.repeat, isOnButton: isButton(event.target) })
      settle()
    },
    listening,
  )
  settle()
  return () => {
    controller.abort()
    clearTimeout(timer)
    seen.stop()
    stopReading()
  }
}
