import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'

const { visit } = useBrowser('parted')

/** What the console says to the developer. */
function consoleOf(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  return said
}

/** Asks for a code in the open modal of the small app. */
async function askForCode({ page, modal }: Visit, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await modal.dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await modal.button('Continue').click()
}

describe('an alert for the developer', () => {
  it('[S8-44] of a wallet whose frame is not there within 20 s', async () => {
    const site = await visit({
      app: { email: true },
      expects: [/Network Error - Could not load embedded wallet/],
      before: async (context) => {
        await context.clock.install()
        await context.route(`${inject('world').frameUrl}/**`, () => {})
      },
    })
    const said = consoleOf(site.page)
    await askForCode(site, 'frameless@mail.example')
    await site.page.locator('iframe#w3m-iframe').waitFor({ state: 'attached' })
    await site.page.clock.fastForward(19_000)
    expect(said).toEqual([])
    await site.page.clock.fastForward(1_500)
    const bar = site.modal.dialog.locator('.lk-alert')
    await bar.waitFor()
    expect(await bar.textContent()).toContain('Network Error - Could not load embedded wallet')
    expect(said.filter((text) => text.includes('Network Error - Could not load embedded wallet'))).toHaveLength(1)
  })

  it('[S8-52] of an app that uses a second wallet and has not set multiWallet', async () => {
    const wallets = ['first', 'second'].map((id) => ({ id, kind: 'external' as const, name: `The ${id}` }))
    const { page, app, modal } = await visit({ app: { wallets }, expects: [/Multi-Wallet Not Enabled/] })
    const said = consoleOf(page)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await modal.button('The first').click()
    await modal.button('Disconnect').waitFor()
    expect(said).toEqual([])
    await app.switchConnection('second')
    const bar = modal.dialog.locator('.lk-alert')
    await bar.waitFor()
    expect(await bar.textContent()).toContain('Multi-Wallet Not Enabled')
    expect(said.filter((text) => text.includes('Multi-Wallet Not Enabled'))).toHaveLength(1)
  })
})
