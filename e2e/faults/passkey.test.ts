import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from '../browser.js'
import { createHome } from '../pages/home.js'
import { createModal } from '../pages/modal.js'
import { createWalletFrame } from '../pages/walletFrame.js'
import { openWalletWindow } from '../pages/walletWindow.js'
import { plugInAuthenticator } from '../plugInAuthenticator.js'
import { signIn, signInElsewhere } from '../steps.js'
import { stepTimeout } from '../stepTimeout.js'

const { visit } = useBrowser('parted')

describe('a passkey', () => {
  it('SEC-C-16 brings the wallet to another site, from within the frame that the site embeds', async () => {
    const email = 'passkey-frame@mail.example'
    const site = await visit()
    const address = await signIn(site, email)
    const window = await openWalletWindow(site, /^Passkeys and recovery code/)
    // An authenticator stays with its page, so it is this page that later goes to the other site.
    const { devtools, authenticatorId } = await plugInAuthenticator(window)
    await window.getByRole('button', { name: 'Add a passkey' }).click()
    await window.getByText('The passkey opens your wallet now.').waitFor()
    await window.getByRole('button', { name: 'Delete the operator’s way in' }).click()
    await window.getByRole('button', { name: 'Yes, delete it' }).click()
    await window.getByText(/^From .* only you can restore this wallet/).waitFor()

    // A day later the operator’s half is gone from the list; the frame then has nothing but what the owner has.
    const left: string[][] = []
    await window.route('**/api/vault/factors', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch({ maxRetries: 3 })
      const answer = (await response.json()) as { factors: { kind: string }[] }
      const factors = answer.factors.filter(({ kind }) => kind !== 'auto')
      left.push(factors.map(({ kind }) => kind).sort())
      return route.fulfill({ response, json: { ...answer, factors } })
    })
    const counted = async () => {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(({ rpId, signCount }) => [rpId, signCount] as const)
    }
    const [[host, before] = ['', 0]] = await counted()
    await window.setViewportSize({ width: 1280, height: 800 })
    await window.goto(inject('world').foreignUrl)
    const frame = createWalletFrame(window)
    const other: Visit = { ...site, page: window, home: createHome(window), modal: createModal(window), frame }
    const bring = async () => {
      // All of the sign-in comes before it.
      await frame.titled('Restore your wallet').waitFor({ timeout: 3 * stepTimeout })
      const allowed = await frame.element.getAttribute('allow')
      expect(allowed).toContain(`publickey-credentials-get ${inject('world').frameUrl}`)
      await frame.button('Use your passkey').click()
    }
    const [restored] = await Promise.all([signInElsewhere(other, email), bring()])
    expect(restored).toBe(address)
    expect(left[0]).toEqual(['device', 'passkey'])
    expect(host).toBe(new URL(inject('world').frameUrl).hostname)
    expect((await counted())[0]?.[1]).toBeGreaterThan(before)

    await other.modal.close()
    await window.getByRole('button', { name: 'Sign message' }).click()
    await frame.approve()
    await window.getByText(`Verified: signed by ${address.slice(0, 6)}…${address.slice(-4)}.`).waitFor()
  }, 300_000)
})
