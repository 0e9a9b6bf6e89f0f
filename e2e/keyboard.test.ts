import { describe, expect, it } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'
import { isFocused, tabTo } from './inputs.js'
import { connect } from './steps.js'

const { visit } = useBrowser()

describe('by keyboard', () => {
  it('the page is walked from its head to its foot in reading order, and back', async () => {
    const { page, home } = await visit()
    await home.connectButton.waitFor()
    await page.keyboard.press('Tab')
    expect(await isFocused(page.getByRole('link', { name: 'inbox' }))).toBe(true)
    await page.keyboard.press('Tab')
    expect(await isFocused(page.getByRole('link', { name: /^Latchkey/ }))).toBe(true)
    await tabTo(page, home.networkButton)
    await page.keyboard.press('Tab')
    expect(await isFocused(home.connectButton)).toBe(true)
    await tabTo(page, home.networkButton, 'Shift+Tab')
  })

  it.each(['Enter', 'Space'])('%s opens the modal, and Escape gives the focus back to the button', async (key) => {
    const { page, home, modal } = await visit()
    await tabTo(page, home.connectButton)
    await page.keyboard.press(key)
    await modal.shows('Connect a wallet')
    const inside = () => modal.dialog.evaluate((dialog) => dialog.contains(document.activeElement))
    await eventually(inside).toBe(true)
    await page.keyboard.press('Escape')
    await modal.isGone()
    await eventually(() => isFocused(home.connectButton)).toBe(true)
  })

  it('the focus stays in the modal while it is open, and nothing behind it can be reached', async () => {
    const site = await visit()
    const { page, modal } = site
    await connect(site, { keepOpen: true })
    await modal.token('Test USD Coin').waitFor()
    const seen = new Set<string>()
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press('Tab')
      const where = await modal.dialog.evaluate((dialog) => {
        const focused = document.activeElement
        // Between the last and the first stop the browser's own window has its turn.
        if (focused === document.body || focused === null) return 'browser'
        return dialog.contains(focused) ? (focused.getAttribute('aria-label') ?? focused.textContent ?? '') : 'behind'
      })
      seen.add(where)
    }
    expect([...seen]).not.toContain('behind')
    for (const name of ['Close', 'Send', 'Receive', 'Tokens', 'Disconnect']) expect([...seen]).toContain(name)
    // Only the chosen tab is a stop of the Tab key.
    expect([...seen]).not.toContain('NFTs')
  })

  it('arrows, Home and End move between the tabs', async () => {
    const site = await visit()
    const { page, modal } = site
    await connect(site, { keepOpen: true })
    await tabTo(page, modal.tab('Tokens'))
    for (const [key, tab] of [
      ['ArrowRight', 'NFTs'],
      ['ArrowRight', 'Activity'],
      ['ArrowRight', 'Tokens'],
      ['ArrowLeft', 'Activity'],
      ['Home', 'Tokens'],
      ['End', 'Activity'],
    ] as const) {
      await page.keyboard.press(key)
      await eventually(() => isFocused(modal.tab(tab))).toBe(true)
      await eventually(() => modal.tab(tab).getAttribute('aria-selected')).toBe('true')
    }
  })

  it('a new view takes the focus along, and a step back gives it to the button that it came from', async () => {
    const site = await visit()
    const { page, modal } = site
    await connect(site, { keepOpen: true })
    await tabTo(page, modal.button('Receive'))
    await page.keyboard.press('Enter')
    await modal.dialog.getByRole('img', { name: /QR code/ }).waitFor()
    const inside = () =>
      modal.dialog.evaluate((dialog) => document.activeElement !== dialog && dialog.contains(document.activeElement))
    await eventually(inside).toBe(true)
    await tabTo(page, modal.backButton)
    await page.keyboard.press('Enter')
    await eventually(() => isFocused(modal.button('Receive'))).toBe(true)
  })

  it('Escape in the wallet says no to it, and leaves the modal open', async () => {
    const { page, home, modal, wallet } = await visit()
    await home.connectButton.click()
    await modal.button(wallet.name).click()
    await wallet.window.waitFor()
    await page.keyboard.press('Escape')
    await wallet.window.waitFor({ state: 'hidden' })
    await modal.dialog.getByText('Connection declined').waitFor()
    await eventually(() => isFocused(modal.button('Try again'))).toBe(true)
  })

  it('after a disconnect the focus is on the page, where the next Tab goes on', async () => {
    const site = await visit()
    const { page, home, modal } = site
    await connect(site)
    await home.accountButton.focus()
    await page.keyboard.press('Enter')
    await tabTo(page, modal.button('Disconnect'))
    await page.keyboard.press('Enter')
    await home.connectButton.waitFor()
    await modal.isGone()
    await tabTo(page, home.connectButton)
  })
})
