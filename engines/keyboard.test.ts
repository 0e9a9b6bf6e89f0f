import { describe, expect, inject, it } from 'vitest'
import { createPlace } from './driver/place.js'
import { home, modal, wallet } from './parts.js'
import { inEachEngine } from './useEngine.js'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('the keyboard alone', () => {
  inEachEngine(({ open, look }) => {
    it('opens the modal, moves in it and nowhere else, connects, closes, and finds the focus where it was', async () => {
      const tab = await open({ colorScheme: 'dark' })
      const page = createPlace(tab)
      await tab.goto(inject('world').webUrl)
      const press = async (...to: Parameters<typeof page.tabTo>) => {
        await page.tabTo(...to)
        await tab.press('Enter')
      }
      const focusName = () => tab.run(readFocus, undefined)

      await press(home.connectButton)
      await page.shows(modal.titled('Connect a wallet'))
      await page.shows(modal.button(wallet.name))
      await look(tab, 'dark-connect')
      // Who opened it to connect is not put on the way out.
      expect(await focusName()).not.toBe('Close')
      await tab.press('Escape')
      await page.isGone(modal.dialog)
      await page.until(home.connectButton, ({ isFocused }) => isFocused, 'has the focus')

      await tab.press('Enter')
      await page.shows(modal.button(wallet.name))
      const stops: string[] = []
      for (let presses = 0; presses < 20; presses++) {
        await tab.press('Tab')
        stops.push(await focusName())
      }
      expect(stops).not.toContain('behind')
      expect(stops).not.toContain('')
      for (const name of ['Close', 'E-mail', wallet.name]) expect(stops).toContainEqual(expect.stringContaining(name))

      // The browser itself may come between the last and the first: from there the focus comes in at the last, and goes back.
      await page.tabTo(modal.button('What is a wallet?'))
      await press(modal.button(wallet.name), 'Shift+Tab')
      await press(modal.button('Ethereum'))
      await press(wallet.approveButton)
      await page.isGone(wallet.window)
      await page.shows(modal.titled('Account'))
      await page.until(home.address, ({ text }) => text === owner, 'is the address')
      await look(tab, 'dark-account')
      await page.tabTo({ css: '[role="tab"]', name: 'Tokens' })
      await tab.press('ArrowRight')
      await page.until({ css: '[role="tab"]', name: 'NFTs' }, ({ isFocused }) => isFocused, 'has the focus')
      await press(modal.button('Receive'), 'Shift+Tab')
      // Focuses the title for screen readers.
      await page.until(modal.heading('Receive'), ({ isFocused }) => isFocused, 'has the focus')
      await press(modal.button('Back'), 'Shift+Tab')
      await page.until(modal.button('Receive'), ({ isFocused }) => isFocused, 'has the focus')
      await press(modal.button('Close'), 'Shift+Tab')
      await page.isGone(modal.dialog)
      await page.tabTo(home.accountButton)
      await tab.press('Enter')
      await press(modal.button('Disconnect'))
      await page.until(home.address, ({ text }) => text === 'none', 'is none')
      await page.tabTo(home.connectButton)
    })
  })
})

/** Runs in a page: the name of what has the focus; `behind` outside of the modal, `browser` where the page has it not. */
function readFocus(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body || !document.hasFocus()) return 'browser'
  if (!focused.closest('dialog[open]')) return 'behind'
  const label = (focused as HTMLInputElement).labels?.[0]?.textContent
  return (focused.getAttribute('aria-label') ?? label ?? (focused.textContent || '')).trim()
}
