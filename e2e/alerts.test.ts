import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { eventually } from './eventually.js'
import { standIn } from './walletPage.js'

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

  it('[S8-45] of a request to sign in that the wallet does not answer within 120 s', async () => {
    const alert = 'Embedded Wallet Request Timed Out'
    const site = await visit({
      app: { email: true },
      expects: [new RegExp(alert)],
      before: async (context) => {
        await context.clock.install()
        await standIn(context, { silent: ['connectEmail'] })
      },
    })
    const said = consoleOf(site.page)
    await askForCode(site, 'silent@mail.example')
    await eventually(() => site.frame.inside.locator('body').getAttribute('data-asked')).toContain('connectEmail')
    await site.page.clock.fastForward(115_000)
    expect(said).toEqual([])
    await site.page.clock.fastForward(5_500)
    const bar = site.modal.dialog.locator('.lk-alert')
    await bar.waitFor()
    expect(await bar.textContent()).toContain(`${alert} The embedded wallet did not answer 'connectEmail'.`)
    expect(said.filter((text) => text.includes(alert))).toHaveLength(1)
  })

  it('[S8-50] of a wallet that does not let the site in', async () => {
    const alert = 'Invalid App Configuration'
    const site = await visit({
      app: { email: true },
      expects: [new RegExp(alert)],
      before: (context) => standIn(context, { refuses: true }),
    })
    const said = consoleOf(site.page)
    await askForCode(site, 'unlisted@mail.example')
    const bar = site.modal.dialog.locator('.lk-alert')
    await bar.waitFor()
    const { frameUrl } = inject('world')
    expect(await bar.textContent()).toContain(`${alert} ${frameUrl} does not let this site embed its wallet.`)
    expect(said.filter((text) => text.includes(alert))).toHaveLength(1)
  })

  it.each([
    ['S8-41', 'Unauthorized: origin not allowed', 'The relay does not serve this page'],
    ['S8-42', 'Unauthorized: invalid key', 'The relay does not know this project'],
  ])('[%s] of a relay that refuses with "%s"', async (_, reason, detail) => {
    const site = await visit({
      expects: [/Invalid App Configuration/],
      before: (context) =>
        context.routeWebSocket(/^ws:/, (socket) => {
          // Node chains are read over HTTP here: what is left is the relay.
          void socket.close({ code: 3000, reason })
        }),
    })
    const said = consoleOf(site.page)
    await site.home.connectButton.click()
    await site.modal.button('WalletConnect').click()
    const bar = site.modal.dialog.locator('.lk-alert')
    await bar.waitFor()
    const text = await bar.textContent()
    expect(text).toContain('Invalid App Configuration')
    expect(text).toContain(detail)
    expect(said.filter((line) => line.includes(detail))).toHaveLength(1)
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
