/** The mark at the end of what has to be read. */
export const endMark = 'lf-end'

/** By which part of what is in sight a key moves on: 1 is a page. */
const steps: { readonly [key: string]: number } = {
  PageDown: 0.85,
  PageUp: -0.85,
  ArrowDown: 0.1,
  ArrowUp: -0.1,
  End: 1e6,
  Home: -1e6,
}

/**
 * Returns whether the end of what a screen says was in sight. It must be seen anew when the size of what is said, or of the screen,
 * changes and the end is no longer in sight. What scrolls can have the focus, and the keys that scroll do so from the title too.
 *
 * @param screen - The screen; one without an `endMark` counts as read.
 * @param onChange - Told at once and of each change.
 * @returns Ends it.
 */
export function watchEnd(screen: Element, onChange: (isRead: boolean) => void): () => void {
  const mark = screen.querySelector(`.${endMark}`)
  const body = mark?.closest<HTMLElement>('.lf-body')
  if (!mark || !body) {
    onChange(true)
    return () => {}
  }
  const controller = new AbortController()
  const { signal } = controller
  let isRead = false
  function look(isAnew: boolean): void {
    if (!mark || !body) return
    const inSight = Math.min(body.getBoundingClientRect().bottom, window.innerHeight)
    const isThere = mark.getBoundingClientRect().bottom <= inSight + 1
    isRead = isThere || (isRead && !isAnew)
    const scroller = scrollerOf(body)
    if (scroller.scrollHeight > scroller.clientHeight + 1) body.tabIndex = 0
    else body.removeAttribute('tabindex')
    onChange(isRead)
  }
  look(true)
  const sizes = new ResizeObserver(() => look(true))
  // Not of the body: a note that comes up below it takes nothing back that was read.
  for (const each of [screen, mark.parentElement]) if (each) sizes.observe(each)
  screen.addEventListener('scroll', () => look(false), { signal, capture: true, passive: true })
  window.addEventListener(
    'keydown',
    (event) => {
      const step = steps[event.key]
      // Elsewhere the browser scrolls by itself, or the key means something else.
      const isOnTitle = event.target === document.body || (event.target as Element | null)?.id === 'lf-title'
      if (step === undefined || !event.isTrusted || !isOnTitle) return
      event.preventDefault()
      scrollOn(body, step)
    },
    { signal },
  )
  return () => {
    controller.abort()
    sizes.disconnect()
  }
}

/**
 * Scrolls what a screen says.
 *
 * @param body - The part of the screen that says it.
 * @param pages - How far, in heights of what is in sight.
 */
export function scrollOn(body: HTMLElement, pages = 0.85): void {
  const scroller = scrollerOf(body)
  scroller.scrollTop += pages * scroller.clientHeight
}

// On a short screen all of it scrolls.
function scrollerOf(body: HTMLElement): Element {
  const isOwn = getComputedStyle(body).overflowY !== 'visible'
  return isOwn ? body : (body.closest('.lf-screen') ?? body)
}
