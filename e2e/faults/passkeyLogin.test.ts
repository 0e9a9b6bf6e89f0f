import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser } from '../browser.js'
import { openOwnWindow } from '../pages/walletWindow.js'
import { plugInAuthenticator } from '../plugInAuthenticator.js'

const { visit } = useBrowser('parted')

/** Presses what is in a window of the wallet, where a press counts that does not come too soon. */
async function press(window: Page, name: string): Promise<void> {
  await window.waitForTimeout(800)
  await window.getByRole('button', { name }).click()
}

describe('a passkey without an e-mail', () => {
  it('makes a wallet in a window of the wallet’s own, and signs in to it on another browser', async () => {
    const site = await visit({ socials: true, foreign: true })
    const { home, modal, frame } = site
    await home.connectButton.click()
    await modal.button('Continue with a passkey').click()
    await frame.titled('Continue with a passkey').waitFor()
    const window = await openOwnWindow(site, 'Continue in a window')
    expect(new URL(window.url())).toMatchObject({ origin: inject('world').frameUrl, pathname: '/passkey' })
    await window.getByText(/Whoever loses the passkey/).waitFor()
    const { devtools, authenticatorId } = await plugInAuthenticator(window)
    const made = new Promise<object>((resolve) => {
      devtools.once('WebAuthn.credentialAdded', ({ credential }) => resolve(credential))
    })
    await press(window, 'Make a new wallet')
    const credential = await made
    expect(authenticatorId).toBeTruthy()
    await frame.titled('Write down a recovery code').waitFor()
    const security = await openOwnWindow(site, 'Make a recovery code')
    await security.getByRole('list', { name: 'Your recovery code' }).waitFor()
    await security.close()
    await frame.button('Continue to the site').click()
    await modal.button('Disconnect').waitFor()
    const address = await home.address.textContent()

    const other = await visit({ socials: true, foreign: true })
    await other.home.connectButton.click()
    await other.modal.button('Continue with a passkey').click()
    const synced = await openOwnWindow(other, 'Continue in a window')
    const plugged = await plugInAuthenticator(synced)
    await plugged.devtools.send('WebAuthn.addCredential', {
      authenticatorId: plugged.authenticatorId,
      credential: credential as never,
    })
    await press(synced, 'Use your passkey')
    await other.modal.button('Disconnect').waitFor()
    expect(await other.home.address.textContent()).toBe(address)
  }, 120_000)
})
