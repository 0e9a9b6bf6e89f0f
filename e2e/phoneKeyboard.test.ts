import { describe, expect, it } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'
import { isFocused, tabTo } from './inputs.js'

const { visit } = useBrowser()

describe('a wallet elsewhere, by keyboard', () => {
  it('is searched for, found, offered by code and by link, and left, all with names that are read aloud', async () => {
    const { page, home, modal } = await visit({ reducedMotion: true })
    const press = async (what: Parameters<typeof tabTo>[1]) => {
      await tabTo(page, what)
      await page.keyboard.press('Enter')
    }
    await press(home.connectButton)
    await press(modal.button('All wallets'))
    await modal.shows('All wallets')
    const search = modal.dialog.getByRole('searchbox', { name: 'Search by name' })
    await tabTo(page, search)
    await page.keyboard.type('safe')
    await modal.dialog.getByRole('status').filter({ hasText: 'wallets found' }).waitFor()
    await modal.button('Safe').waitFor()
    await eventually(() => modal.dialog.getByRole('listitem').count()).toBeLessThan(5)
    await press(modal.button('Safe'))

    await modal.shows('Safe')
    await modal.dialog.getByRole('tablist', { name: 'Where the wallet is' }).waitFor()
    const tab = (name: string) => modal.dialog.getByRole('tab', { name, exact: true })
    await modal.dialog.getByRole('img', { name: 'QR code that connects a wallet' }).waitFor()
    await modal.dialog.getByRole('status').filter({ hasText: 'Scan this with Safe on your phone.' }).waitFor()
    await tabTo(page, tab('Phone'))
    await page.keyboard.press('Tab')
    expect(await isFocused(modal.button('Copy link'))).toBe(true)
    await Promise.all([modal.glimpses('Copied'), page.keyboard.press('Enter')])
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^wc:[0-9a-f]{64}@2\?/)

    await tabTo(page, tab('Phone'), 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await eventually(() => isFocused(tab('Web'))).toBe(true)
    const link = modal.dialog.getByRole('link', { name: 'Open Safe', exact: true })
    await tabTo(page, link)
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/app\.safe\.global\/wc\?uri=wc%3A/)

    await press(modal.button('Don’t have Safe?'))
    await modal.dialog.getByRole('heading', { name: 'Get Safe' }).waitFor()
    for (const name of ['Homepage', 'App Store', 'Google Play'])
      await tabTo(page, modal.dialog.getByRole('link', { name, exact: true }))
    await press(modal.button('Connect with Safe'))
    await modal.dialog.getByRole('tablist').waitFor()
    await press(modal.backButton)
    await modal.shows('All wallets')
    await page.keyboard.press('Escape')
    await modal.isGone()
    await eventually(() => isFocused(home.connectButton)).toBe(true)
  })

  it('that says no gives the focus to the next try', async () => {
    const { page, home, modal } = await visit({
      reducedMotion: true,
      expects: [/\[latchkey\] Invalid App Configuration/],
    })
    await page.routeWebSocket('**', (line) => line.close({ code: 3000, reason: 'Unauthorized: origin not allowed' }))
    await tabTo(page, home.connectButton)
    await page.keyboard.press('Enter')
    await tabTo(page, modal.button('WalletConnect'))
    await page.keyboard.press('Enter')
    await modal.dialog.getByRole('status').filter({ hasText: 'Could not connect' }).waitFor()
    await eventually(() => isFocused(modal.button('Try again'))).toBe(true)
  })
})
