import { expect, onTestFinished } from 'vitest'
import { cdp, type Locator, userEvent } from 'vitest/browser'
import { settled } from './byKeyboard.js'

/** Gives the page a touch screen until the test ends, and then fails if a mouse, or a key outside of a field, was used. */
export async function byFinger(): Promise<void> {
  const others: string[] = []
  const onPointer = ({ pointerType }: PointerEvent) => pointerType !== 'touch' && others.push(pointerType)
  const onKey = ({ target, key }: KeyboardEvent) => {
    if (!(target as Element).matches('input, textarea')) others.push(key)
  }
  document.addEventListener('pointerdown', onPointer, true)
  document.addEventListener('keydown', onKey, true)
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  onTestFinished(async () => {
    document.removeEventListener('pointerdown', onPointer, true)
    document.removeEventListener('keydown', onKey, true)
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false })
    expect(others).toEqual([])
  })
}

/** Touches the middle of a control: what follows from that is up to the browser. A finger that meets something else is taken back. */
export async function tap(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible()
  target.element().scrollIntoView({ block: 'nearest' })
  await expect.poll(() => meets(target)).toBe(true)
  await touch('touchEnd')
}

const touch = (
  type: 'touchStart' | 'touchEnd' | 'touchCancel',
  touchPoints: readonly { x: number; y: number }[] = [],
) => cdp().send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] })

/** Puts a finger on it, once it stays where it is; false where it has moved on or is covered. */
async function meets(target: Locator): Promise<boolean> {
  await settled()
  const element = target.query()
  if (!element) return false
  const before = element.getBoundingClientRect()
  await new Promise((resolve) => setTimeout(resolve, 100))
  const { left, top, width, height } = element.getBoundingClientRect()
  if (left !== before.left || top !== before.top) return false
  // The test is drawn in a frame of another page, which the browser counts from.
  const frame = window.frameElement?.getBoundingClientRect()
  const scale = frame ? frame.width / innerWidth : 1
  const x = (frame?.left ?? 0) + (left + width / 2) * scale
  const y = (frame?.top ?? 0) + (top + height / 2) * scale
  let met: EventTarget | null = null
  const onTouch = (event: Event) => {
    met = event.target
  }
  document.addEventListener('touchstart', onTouch, { capture: true, once: true })
  await touch('touchStart', [{ x, y }])
  document.removeEventListener('touchstart', onTouch, true)
  if (element.contains(met)) return true
  await touch('touchCancel')
  return false
}

/** Taps a field and types into it, as the keyboard on the screen does. */
export async function type(field: Locator, text: string): Promise<void> {
  await tap(field)
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard(text)
}
