import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser } from './browser.js'

const { visit } = useBrowser('parted')

type Shot = { at: number; view: string | undefined; height: number; isSeen: boolean; isMoving: boolean; frame: number }

/** Looks at the card after each frame that is painted, until it is asked what it saw. */
async function film(page: Page): Promise<() => Promise<Shot[]>> {
  await page.evaluate(() => {
    const shots: Shot[] = []
    const look = () => {
      const modal = document.querySelector<HTMLElement>('dialog.lk-modal[open]')
      const [card, box, content] = ['.lk-card', '.lk-height', '.lk-content'].map((name) => modal?.querySelector(name))
      const shown = modal?.querySelector('.lk-sending') ?? content?.firstElementChild
      const over = document.querySelector('dialog[data-latchkey-frame]')
      if (modal && card && box && content) {
        shots.push({
          at: performance.now(),
          view: modal.dataset.view,
          height: card.getBoundingClientRect().height,
          isSeen:
            getComputedStyle(card).visibility === 'visible' &&
            Number(getComputedStyle(content).opacity) > 0.3 &&
            (shown?.getBoundingClientRect().height ?? 0) > 100,
          isMoving: box.getAnimations().some(({ playState }) => playState === 'running'),
          frame: over?.checkVisibility() ? Number(getComputedStyle(over).opacity) : 0,
        })
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { shots })
  })
  return () => page.evaluate(() => (window as unknown as { shots: Shot[] }).shots)
}

describe('signing in by e-mail, frame by frame', () => {
  it.each(['desktop', 'phone'] as const)(
    'always shows a card with content, never a bare backdrop, and goes through one height, on a %s',
    async (size) => {
      const email = `film-${size}@mail.example`
      const { page, home, modal, frame, inbox } = await visit({ size })
      await home.connectButton.click()
      await modal.dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
      const seen = await film(page)
      await modal.button('Continue').click()
      await frame.shows('Enter your code')
      // The title and Close of the frame lie over those of the card.
      const titles = [modal.dialog.locator('h2').first(), frame.titled('Enter your code')]
      const closes = [modal.dialog.locator('.lk-header button').last(), frame.button('Close')]
      for (const [ours, theirs] of [titles, closes]) {
        const [one, other] = await Promise.all([ours, theirs].map(async (part) => part?.boundingBox()))
        const middle = ({ y, height }: { y: number; height: number }) => y + height / 2
        if (!one || !other) throw new Error('The header has no place')
        expect(Math.abs(middle(one) - middle(other))).toBeLessThanOrEqual(1)
      }
      await frame.typeCode(await inbox.code(email))
      await modal.button('Disconnect').waitFor()
      await frame.isHidden()
      const shots = await seen()
      expect(shots.length).toBeGreaterThan(20)
      expect(shots.filter(({ isSeen }) => !isSeen)).toEqual([])
      // It fades in and out.
      const opacities = shots.map(({ frame }) => frame)
      expect(opacities.filter((opacity) => opacity > 0 && opacity < 1).length).toBeGreaterThan(0)
      expect(Math.max(...opacities)).toBe(1)
      const leaps = shots.filter(({ height, isMoving }, at) => {
        const before = shots[at - 1]
        return before && !before.isMoving && !isMoving && Math.abs(before.height - height) > 2
      })
      expect(leaps).toEqual([])
      const heights = shots.filter(({ isMoving }) => !isMoving).map(({ height }) => Math.round(height))
      const changes = heights.filter((height, at) => height !== heights[at - 1])
      // The list, the steps and the frame as high as each other, the account.
      expect(changes.length).toBeLessThanOrEqual(3)
      expect(changes[1]).toBe(600)
    },
  )
})
