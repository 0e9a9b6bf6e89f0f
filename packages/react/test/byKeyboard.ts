import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import { dialogOf } from './setUp.js'

const stops = 'button, a[href], input, select, textarea, summary, [tabindex="0"]'

/** What the Tab key stops at in the open dialog: of radio buttons the chosen one, of tabs the selected one. */
function allStops(): HTMLElement[] {
  return [...dialogOf().querySelectorAll<HTMLElement>(stops)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      !element.closest('[inert]') &&
      element.checkVisibility({ visibilityProperty: true }) &&
      (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked),
  )
}

/** What has the focus, by its name. */
export function focused(): string {
  const element = document.activeElement
  return !element || element === document.body ? 'nothing' : nameOf(element)
}

function nameOf(element: Element): string {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  const label = isField ? element.labels?.[0] : undefined
  return element.getAttribute('aria-label') ?? textOf(label ?? element)
}

/** The text of an element, without the letter that stands in for a picture. */
function textOf(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const picture of copy.querySelectorAll('.lk-picture')) picture.remove()
  return copy.textContent?.trim() ?? ''
}

/** Fails unless what has the focus is in the dialog, can be seen to have it, and is covered by nothing. */
export function expectFocusSeen(): void {
  const element = document.activeElement as HTMLElement
  const name = focused()
  expect(dialogOf().contains(element), `${name} is in the dialog`).toBe(true)
  expect(element.matches(':focus-visible'), `${name} is shown to have the focus`).toBe(true)
  expect(marks(element), `${name} has a mark of the focus`).toBe(true)
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const seen = document.elementFromPoint(x, y)
  const own = element.closest('label') ?? element
  expect(
    seen !== null && (own.contains(seen) || seen.contains(element)),
    `${name} at ${Math.round(x)}, ${Math.round(y)} is seen, not ${seen?.className}`,
  ).toBe(true)
}

/** Whether it, its label or the field around it is drawn with an outline or a ring. */
function marks(element: HTMLElement): boolean {
  return [element, element.parentElement, element.closest('.lk-field, .lk-search')].some((box) => {
    if (!box || box.matches('.lk-card')) return false
    for (const animation of box.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(box)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  })
}

/**
 * Walks through the open dialog from its title to its end by the Tab key. Fails where the focus cannot be seen, goes back in what
 * is read, leaves the dialog before its end or passes something by.
 *
 * @param most - After how many stops a long list is left.
 * @returns The names of the stops, in their order.
 */
export async function walk(most = 40): Promise<readonly string[]> {
  dialogOf().querySelector<HTMLElement>('h2')?.focus()
  const title = document.activeElement as Element
  const all = allStops().filter((element) => title.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
  const reached: HTMLElement[] = []
  const names: string[] = []
  while (reached.length < most) {
    await userEvent.keyboard('{Tab}')
    const element = document.activeElement as HTMLElement
    // After the last stop the browser's own window has its turn, or the head of the dialog again.
    if (element === document.body || element === dialogOf() || reached.includes(element)) break
    if (title.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) break
    expectFocusSeen()
    const before = reached.at(-1)
    if (before?.isConnected) {
      expect(
        Boolean(before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING),
        `${focused()} follows ${names.at(-1)} in the document`,
      ).toBe(true)
      const [one, next] = [before.getBoundingClientRect(), element.getBoundingClientRect()]
      expect(next.bottom > one.top, `${focused()} does not stand above ${names.at(-1)}`).toBe(true)
    }
    reached.push(element)
    names.push(focused())
  }
  if (reached.length < most) {
    const missed = all.filter((element) => element.isConnected && !reached.includes(element))
    expect(missed.map((element) => element.outerHTML.slice(0, 200))).toEqual([])
  }
  return names
}

/** Presses Tab from where the focus is until it is at something of that name, which may have to arrive first; it is seen at each stop. */
export async function tabTo(name: string | RegExp, key: '{Tab}' | '{Shift>}{Tab}{/Shift}' = '{Tab}'): Promise<void> {
  const fits = (other: string) => (typeof name === 'string' ? other === name : name.test(other))
  await expect.poll(() => allStops().map(nameOf), { timeout: 5_000 }).toContainEqual(expect.toSatisfy(fits))
  await settled()
  const passed: string[] = []
  for (let presses = 0; presses < 60 && !fits(focused()); presses++) {
    await userEvent.keyboard(key)
    if (document.activeElement === document.body) break
    expectFocusSeen()
    passed.push(focused())
  }
  expect(fits(focused()), `the Tab key comes to ${name}, not only to ${passed.join(', ')}`).toBe(true)
}

/** Waits until the focus is in the dialog: a view that changes, or a list that is replaced, takes it along. */
export async function expectFocusKept(): Promise<void> {
  await settled()
  await expect
    .poll(() => document.activeElement !== dialogOf() && dialogOf().contains(document.activeElement), {
      message: 'the focus is in the dialog',
    })
    .toBe(true)
}

/** Waits until nothing moves. */
export async function settled(): Promise<void> {
  const moves = () =>
    document.querySelector('[data-changing], [data-leaving]') !== null ||
    document
      .getAnimations()
      .some(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
  do await new Promise(requestAnimationFrame)
  while (moves())
}
