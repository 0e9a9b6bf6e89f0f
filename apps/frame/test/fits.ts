import { expect } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'

const controls = 'button, a[href], input, textarea, summary'

/** The text size that a person chose in the browser, in pixels, which media queries in `em` follow too. */
const setText = (standard: number) => cdp().send('Page.setFontSizes', { fontSizes: { standard } })
const setTouch = (enabled: boolean) =>
  cdp().send('Emulation.setTouchEmulationEnabled', { enabled, ...(enabled ? { maxTouchPoints: 5 } : {}) })

/** Takes back what `expectFits` set. */
export async function resetFit(): Promise<void> {
  await setText(16)
  await setTouch(false)
}

/**
 * Fails unless what is drawn on the page can be walked through by the Tab key, pressed by a finger of 44 px, and read at 320 px in text
 * of twice the size, where nothing is cut and nothing scrolls to the side.
 */
export async function expectFits(): Promise<void> {
  await page.viewport(1280, 800)
  await drawn()
  await walk()
  await setTouch(true)
  await page.viewport(390, 844)
  await drawn()
  expect.soft(small(), 'touch at 390 px').toEqual([])
  await page.viewport(320, 640)
  await setText(32)
  await drawn()
  expect.soft(small(), 'touch at 320 px in large text').toEqual([])
  expect.soft(document.documentElement.scrollWidth, 'the page').toBeLessThanOrEqual(320)
  expect.soft(cut(), 'cut').toEqual([])
  expect.soft(await outOfReach(), 'out of reach').toEqual([])
  await setTouch(false)
}

const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

function shown<element extends HTMLElement>(selector: string): element[] {
  const around = document.querySelector('dialog[open]') ?? document.body
  return [...around.querySelectorAll<element>(selector)].filter(
    (each) => !each.closest('.lf-hidden') && each.checkVisibility({ visibilityProperty: true }),
  )
}

const nameOf = (element: Element) =>
  `${element.className || element.tagName}: ${element.getAttribute('aria-label') ?? element.textContent}`

/** Presses Tab from the top to the end: every control has its turn, is seen to have it, and is covered by nothing. */
async function walk(): Promise<void> {
  const all = () => shown<HTMLElement>(controls).filter((each) => !each.matches(':disabled'))
  document.querySelector<HTMLElement>('h1, h2')?.focus()
  // By their names: while it is armed or read, a screen may draw some of them anew.
  const reached = new Set<string>()
  const missed = () => all().filter((each) => !reached.has(nameOf(each)))
  for (let presses = 0; presses < 40 && missed().length > 0; presses++) {
    await userEvent.keyboard('{Tab}')
    const element = document.activeElement as HTMLElement
    if (!all().includes(element) || reached.has(nameOf(element))) continue
    reached.add(nameOf(element))
    expect.soft(isMarked(element), `${nameOf(element)} shows that it has the focus`).toBe(true)
    expect.soft(isOnTop(element), `${nameOf(element)} is covered`).toBe(true)
  }
  expect.soft(missed().map(nameOf), 'not reached by the Tab key').toEqual([])
}

function isMarked(element: HTMLElement): boolean {
  for (const animation of element.getAnimations()) animation.finish()
  const { outlineStyle, outlineWidth, borderTopColor } = getComputedStyle(element)
  const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  return hasOutline || (element.matches('input, textarea') && borderTopColor !== 'rgba(0, 0, 0, 0)')
}

function isOnTop(element: HTMLElement): boolean {
  const own = element.closest('label') ?? element
  const { left, top, width, height } = element.getBoundingClientRect()
  const seen = document.elementFromPoint(left + width / 2, top + height / 2)
  return seen !== null && own.contains(seen)
}

/** Controls that a finger of 44 px is larger than. A link within a sentence is as high as its line. */
function small(): string[] {
  return shown<HTMLElement>(controls).flatMap((element) => {
    const own = element.closest('label') ?? element
    if (element.matches('p a')) return []
    const { width, height } = own.getBoundingClientRect()
    return width < 43.5 || height < 43.5 ? [`${nameOf(own)} has ${Math.round(width)} × ${Math.round(height)}`] : []
  })
}

/** Texts that reach out of the screen or of a box around them that clips. */
function cut(): string[] {
  return shown<HTMLElement>('*').flatMap((element) => {
    if (element.closest('svg')) return []
    const isCut = [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return false
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      if (left < -1 || right > innerWidth + 1) return true
      for (let box: HTMLElement | null = element; box; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const rect = box.getBoundingClientRect()
        const isBox = box.matches('button, a, input, textarea') || overflowX !== 'visible'
        if (isBox && (left < rect.left - 1 || right > rect.right + 1)) return true
        // Fonts reach a little beyond their line; what scrolls is only further down.
        if (['hidden', 'clip'].includes(overflowY) && box.scrollHeight <= box.clientHeight + 1) continue
        if (['hidden', 'clip'].includes(overflowY) && (top < rect.top - 8 || bottom > rect.bottom + 8)) return true
      }
      return false
    })
    return isCut ? [nameOf(element)] : []
  })
}

/** Controls that stay outside the screen or under something, however it is scrolled. */
async function outOfReach(): Promise<string[]> {
  const found: string[] = []
  for (const element of shown<HTMLElement>(controls)) {
    const own = element.closest('label') ?? element
    element.scrollIntoView({ block: 'center' })
    // What says that there is more below leaves once the end was seen.
    await drawn()
    const { left, right } = own.getBoundingClientRect()
    if (element.isConnected && (left < -1 || right > innerWidth + 1 || !isOnTop(element))) found.push(nameOf(own))
  }
  return found
}
