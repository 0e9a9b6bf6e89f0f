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
  it('makes a wallet in a window of the wallet’s own, and brings it to a browser that has nothing of it', async () => {
    const site = await visit({ socials: true, foreign: true })
    const { home, modal, frame } = site
    await home.connectButton.click()
    await modal.button('Continue with a passkey').click()
    await frame.titled('Continue with a passkey').waitFor()
    // A passkey’s secret does not come along when Chromium moves it to another authenticator, so one window is used twice.
    await frame.inside.locator('body').evaluate(() => {
      const given = globalThis.open.bind(globalThis)
      let kept: Window | null = null
      globalThis.open = (url, name, features) => {
        if (!kept || name?.startsWith('passkey') !== true) {
          const opened = given(url, name, features)
          if (name?.startsWith('passkey')) kept = opened
          return opened
        }
        kept.location.href = String(url)
        return kept
      }
    })
    const window = await openOwnWindow(site, 'Continue in a window')
    expect(new URL(window.url())).toMatchObject({ origin: inject('world').frameUrl, pathname: '/passkey' })
    await window.getByText(/If you lose the passkey/).waitFor()
    await plugInAuthenticator(window)
    await window.evaluate(() => {
      globalThis.close = () => {}
    })
    await press(window, 'Make a new wallet')
    await frame.titled('Write down a recovery code').waitFor()
    const security = await openOwnWindow(site, 'Make a recovery code')
    await security.getByRole('list', { name: 'Your recovery code' }).waitFor()
    await security.close()
    await frame.button('Continue to the site').click()
    await modal.button('Disconnect').waitFor()
    const address = await home.address.textContent()

    // To the wallet a browser that has kept nothing is another one.
    await modal.button('Disconnect').click()
    await home.connectButton.click()
    await frame.inside.locator('body').evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('latchkey-wallet')
          request.onerror = () => reject(request.error)
          request.onsuccess = () => {
            const clearing = request.result.transaction('records', 'readwrite')
            clearing.objectStore('records').clear()
            clearing.oncomplete = () => resolve()
          }
        }),
    )
    await modal.button('Continue with a passkey').click()
    await frame.button('Continue in a window').click()
    await window.getByText(/If you lose the passkey/).waitFor()
    await press(window, 'Use your passkey')
    await modal.button('Disconnect').waitFor()
    expect(await home.address.textContent()).toBe(address)
  }, 120_000)
})
