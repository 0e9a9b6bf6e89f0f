import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'

const { visit } = useBrowser()

/** Keeps each status that the page shows, from its first paint on. */
function recordStatus(): void {
  const seen: string[] = []
  Object.assign(window, { seen })
  new MutationObserver(() => {
    const status = document.querySelector('.status')?.getAttribute('data-status')
    if (status && seen.at(-1) !== status) seen.push(status)
  }).observe(document, { subtree: true, childList: true, attributes: true })
}

const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen)

describe('the status of the connection', () => {
  it('[S4-01][S4-02][S4-03] is disconnected, connecting, connected; found again by a reload; and disconnected', async () => {
    const site = await visit({ before: (context) => context.addInitScript(recordStatus) })
    const { page, home, modal, wallet } = site
    await home.connectButton.click()
    await modal.button(wallet.name).click()
    await eventually(() => home.status.textContent()).toBe('Connecting')
    await wallet.approve()
    await modal.button('Disconnect').waitFor()
    expect(await seen(page)).toEqual(['disconnected', 'connecting', 'connected'])

    await page.reload()
    await eventually(() => home.status.textContent()).toBe('Connected')
    expect(await seen(page)).not.toContain('disconnected')

    await home.accountButton.click()
    await modal.button('Disconnect').click()
    await eventually(() => home.status.textContent()).toBe('Not connected')
    expect((await seen(page)).at(-1)).toBe('disconnected')
  })

  it('[S4-02] is disconnected again for who declines', async () => {
    const site = await visit({ before: (context) => context.addInitScript(recordStatus) })
    const { page, home, modal, wallet } = site
    await home.connectButton.click()
    await modal.button(wallet.name).click()
    await wallet.reject()
    await modal.button('Try again').waitFor()
    expect(await seen(page)).toEqual(['disconnected', 'connecting', 'disconnected'])
    await modal.button('Try again').click()
    await wallet.approve()
    await modal.button('Disconnect').waitFor()
  })
})
