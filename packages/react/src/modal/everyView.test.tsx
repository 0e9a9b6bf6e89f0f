import { afterEach, describe, expect, it } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { settled, walk } from '../../test/byKeyboard.js'
import { hardToTouch } from '../../test/byTouch.js'
import { cutTexts } from '../../test/cutTexts.js'
import { everyView, viewNames } from '../../test/everyView.js'
import { dialogOf } from '../../test/setUp.js'
import type { View } from './routes.js'

const root = document.documentElement.style
const touch = (enabled: boolean) =>
  cdp().send('Emulation.setTouchEmulationEnabled', { enabled, ...(enabled ? { maxTouchPoints: 5 } : {}) })

afterEach(async () => {
  root.fontSize = ''
  await touch(false)
  await page.viewport(414, 896)
})

/** Views that Escape does not close: what they ask has to be answered. */
const held: readonly View[] = ['UnsupportedChain', 'SIWXSignMessage']

describe('every view', () => {
  it.each(viewNames)('behavior: %s, by keyboard, by touch, and 320 px wide in text of twice the size', async (name) => {
    await page.viewport(1280, 800)
    await everyView[name]()
    await settled()
    await walk()

    await touch(true)
    await page.viewport(390, 844)
    await settled()
    const hard = hardToTouch()
    await touch(false)

    await page.viewport(320, 640)
    root.fontSize = '200%'
    await settled()
    const card = dialogOf().querySelector('.lk-card') as HTMLElement
    expect.soft(document.documentElement.scrollWidth, 'the page').toBeLessThanOrEqual(320)
    expect.soft(card.scrollWidth, 'the card').toBeLessThanOrEqual(card.clientWidth)
    expect.soft(wide(), 'boxes that scroll to the side').toEqual([])
    expect.soft(cutTexts(false), 'cut').toEqual([])
    expect.soft(hard, 'touch').toEqual([])
    root.fontSize = ''

    await userEvent.keyboard('{Escape}')
    await expect.poll(() => dialogOf().open).toBe(held.includes(name))
  })
})

/** Boxes in the dialog that would have to be scrolled to the side, but for one line that shows by dots that it is cut. */
function wide(): string[] {
  return [...dialogOf().querySelectorAll<HTMLElement>('*')]
    .filter((box) => {
      const { overflowX, textOverflow } = getComputedStyle(box)
      const scrolls = box.matches('input') ? false : ['auto', 'scroll', 'hidden'].includes(overflowX)
      return (
        scrolls &&
        textOverflow !== 'ellipsis' &&
        box.checkVisibility() &&
        box.clientWidth > 1 &&
        box.scrollWidth > box.clientWidth + 1
      )
    })
    .map((box) => `${box.className || box.tagName}: ${box.scrollWidth} in ${box.clientWidth}`)
}
