import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { openWalletWindow } from './pages/walletWindow.js'
import { signIn } from './steps.js'

const { visit } = useBrowser('parted')
const open = () =>
  visit({ socials: true, foreign: true, expects: [/status of 40\d/, /404 \(Not Found\) .*\/favicon\.ico/] })

/** Of a wallet that is used nowhere else. */
const words = 'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic'

/** Chooses an account at a provider, and says in the wallet's own page that it is meant. */
async function choose(popup: Page, provider: string, account: string): Promise<void> {
  await popup.getByRole('heading', { name: `Sign in with ${provider}` }).waitFor()
  await popup.getByRole('button', { name: account, exact: true }).click()
  await popup.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Signs in at a provider in a browser of its own; gives the address that the page shows. */
async function signInWith(site: Visit, provider: string, account: string): Promise<string> {
  await site.home.connectButton.click()
  const button = site.modal.button(`Continue with ${provider}`)
  await site.modal.button('Continue with Google').waitFor()
  if (!(await button.isVisible())) await site.modal.button('More social accounts').click()
  const [popup] = await Promise.all([site.page.waitForEvent('popup'), button.click()])
  await choose(popup, provider, account)
  await site.modal.button('Disconnect').waitFor()
  return (await site.home.address.filter({ hasNotText: /^none$/ }).textContent()) ?? ''
}

/** Presses a button of a window of the wallet that opens the window of a provider. */
async function press(security: Page, name: string): Promise<Page> {
  const [popup] = await Promise.all([
    security.context().waitForEvent('page'),
    security.getByRole('button', { name, exact: true }).click(),
  ])
  return popup
}

describe('several logins on one wallet', () => {
  it('an account that is linked under Security opens the same wallet in another browser, until it is removed', async () => {
    const email = 'several@mail.example'
    const site = await open()
    const address = await signIn(site, email)
    const security = await openWalletWindow(site, /^Passkeys and recovery code/)
    await security.getByRole('heading', { name: 'Ways to sign in' }).waitFor()
    await security.getByRole('button', { name: 'Link another account' }).click()
    await choose(await press(security, 'Link Discord'), 'Discord', 'Dee, whose e-mail may have a wallet already')
    await security.getByText('Is this account yours? Discord: dee@mail.example').waitFor()
    await security.getByRole('button', { name: 'Yes, link it' }).click()
    await security.getByText(/^Discord: dee@mail\.example signs in to your wallet now/).waitFor()
    for (const to of [email, 'dee@mail.example'])
      await site.inbox.next(to, /A Discord account was linked to your wallet/)

    const other = await open()
    expect(await signInWith(other, 'Discord', 'Dee, whose e-mail may have a wallet already')).toBe(address)
    await other.inbox.next(email, /A new browser is signed in to your wallet/)

    await security.getByRole('button', { name: 'Remove Discord: dee@mail.example' }).click()
    await security.getByRole('button', { name: 'Yes, remove' }).click()
    await security.getByText('The Discord account no longer signs in to your wallet.').waitFor()
    const third = await open()
    expect(await signInWith(third, 'Discord', 'Dee, whose e-mail may have a wallet already')).not.toBe(address)
  }, 300_000)

  it('a wallet without e-mail is exported and changed by its account alone', async () => {
    const site = await open()
    await signInWith(site, 'X', 'Bob, without an e-mail')
    const security = await openWalletWindow(site, /^Passkeys and recovery code/)
    await security.getByText('The last way to sign in. Link another one before you remove it.').waitFor()
    const url = new URL('/export', security.url()).href
    await security.close()

    // On the wallet's own page, which no site has opened.
    const own = await site.context.newPage()
    await own.goto(url)
    await choose(await press(own, 'Continue with X'), 'X', 'Bob, without an e-mail')
    await own.getByRole('checkbox').check()
    await own.getByRole('button', { name: 'Show recovery phrase' }).click()
    await own.getByRole('heading', { name: 'Your recovery phrase' }).waitFor()
  }, 300_000)

  it('where no window opens, the pages of the providers take its place: a wallet is brought, gets a second login and is restored by it', async () => {
    const { context } = await open()
    const own = await context.newPage()
    await own.addInitScript(() => {
      window.open = () => null
    })
    await own.goto(`${inject('world').frameUrl}/recover`)
    await own.getByRole('button', { name: 'Continue with Facebook' }).click()
    await choose(own, 'Facebook', 'Bob, without an e-mail')
    await own.getByLabel('Your recovery phrase or private key').fill(words)
    await own.getByRole('button', { name: 'Show its addresses' }).click()
    await own.getByRole('button', { name: 'Import this wallet' }).click()
    await own.getByRole('link', { name: 'Back to security' }).click()
    await own.getByRole('button', { name: 'Link another account' }).click()
    await own.getByRole('button', { name: 'Link Discord' }).click()
    await choose(own, 'Discord', 'Bob, without an e-mail')
    await own.getByText('Is this account yours? Discord: bob').waitFor()
    expect(new URL(own.url()).hash).toBe('')
    await own.getByRole('button', { name: 'Yes, link it' }).click()
    await own.getByText(/^Discord: bob signs in to your wallet now/).waitFor()

    const elsewhere = await (await open()).context.newPage()
    await elsewhere.goto(own.url().replace('security', 'recover'))
    await elsewhere.getByRole('button', { name: 'Continue with Discord' }).click()
    await choose(elsewhere, 'Discord', 'Bob, without an e-mail')
    await elsewhere.getByText('0xd01D6027860c2E2e37295d3dE4B5a5f46F68d52f').waitFor()
  }, 300_000)
})
