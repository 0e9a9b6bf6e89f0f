import { LatchkeyError, type SocialProvider } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../test/axe.js'
import { embeddedModal } from '../../test/embeddedModal.js'

const all: readonly SocialProvider[] = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']
const shown = () =>
  [...document.querySelectorAll('.lk-socials-row button')].map((button) => button.getAttribute('aria-label'))
const button = (name: string) => page.getByRole('button', { name: `Continue with ${name}`, exact: true })

async function open(options: Parameters<typeof embeddedModal>[0] = {}) {
  const app = await embeddedModal(options)
  app.modal.open()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  return app
}

describe('the social accounts of the connect view', () => {
  it('are three, and the others by a button, in the order of the wallet', async () => {
    await open({ socials: all })
    await expect.element(button('Google')).toBeVisible()
    expect(shown()).toEqual([
      'Continue with Google',
      'Continue with X',
      'Continue with Farcaster',
      'More social accounts',
    ])
    await expectAccessible()
    await page.getByRole('button', { name: 'More social accounts' }).click()
    await expect.element(button('Facebook')).toBeVisible()
    expect(shown()).toEqual(
      ['Google', 'X', 'Farcaster', 'Discord', 'Apple', 'GitHub', 'Facebook'].map((name) => `Continue with ${name}`),
    )
    await expectAccessible()
  })

  it('[S2-03][S2-23] stand between the e-mail field and the wallets', async () => {
    await open({ socials: all })
    await expect.element(button('Google')).toBeVisible()
    const top = (element: Element) => element.getBoundingClientRect().top
    const places = [
      page.getByRole('textbox', { name: 'E-mail' }),
      button('Google'),
      page.getByRole('button', { name: /Fake Wallet/ }),
    ].map((found) => top(found.element()))
    expect(places).toEqual([...places].sort((one, other) => one - other))
    expect(new Set(places).size).toBe(3)
  })

  it('are those that the server takes, and none where it takes none', async () => {
    await open({ socials: ['github'] })
    await expect.element(button('GitHub')).toBeVisible()
    expect(shown()).toEqual(['Continue with GitHub'])
  })

  it('stand where the app’s order has them, and not at all where it leaves them out', async () => {
    await open({ socials: all, features: { connectMethodsOrder: ['email', 'wallet'] } })
    await expect.element(page.getByRole('button', { name: 'Fake Wallet' })).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(shown()).toEqual([])
  })

  it('option features.collapseWallets: the wallets come by a button, and stand below e-mail and social accounts then, also after going back', async () => {
    const { config } = await open({ socials: all, features: { collapseWallets: true } })
    await expect.element(button('Google')).toBeVisible()
    const wallet = page.getByRole('button', { name: 'Fake Wallet' })
    expect(wallet.query()).toBeNull()
    await expectAccessible()
    await page.getByRole('button', { name: 'Continue with a wallet' }).click()
    await expect.element(wallet).toBeVisible()
    await expect.element(button('Google')).toBeVisible()
    expect(page.getByRole('button', { name: 'Continue with a wallet' }).query()).toBeNull()
    expect(document.activeElement?.closest('dialog')).not.toBeNull()
    await expectAccessible()
    await button('Farcaster').click()
    await page.getByRole('button', { name: 'Back' }).click()
    await wallet.click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    expect([...config.state.connections.keys()]).toEqual(['dev.latchkey.fake'])
  })

  it('option features.collapseWallets: without another way the wallets stand in the list', async () => {
    await open({ socials: all, features: { collapseWallets: true, connectMethodsOrder: ['wallet'] } })
    await expect.element(page.getByRole('button', { name: 'Fake Wallet' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Continue with a wallet' }).query()).toBeNull()
  })

  it('sign in and connect by a click', async () => {
    const { fake, config } = await open({ socials: all })
    await button('Google').click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    expect(fake.calls).toContain('connectSocial google')
    expect(config.state.connections.has('ID_AUTH')).toBe(true)
  })

  it('say what went wrong, and can be pressed again', async () => {
    const { fake } = await open({ socials: all })
    fake.switches.refuseSocial = 'Popup closed'
    await button('X').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Popup closed')
    await expect.element(button('X')).toBeEnabled()
    await expectAccessible()
  })
})

describe('a passkey alone', () => {
  const passkey = () => page.getByRole('button', { name: 'Continue with a passkey', exact: true })

  it('is offered where the wallet’s server takes it, in words where nothing stands beside it, and connects', async () => {
    const { fake } = await open({ socials: [], hasPasskey: true })
    await expect.element(passkey()).toHaveTextContent('Continue with a passkey')
    await expectAccessible()
    await passkey().click()
    await expect.element(passkey()).toBeDisabled()
    fake.finish()
    await expect.element(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    expect(fake.calls).toEqual(expect.arrayContaining(['connectPasskey', 'connect']))
  })

  it('stands beside the social accounts', async () => {
    await open({ socials: ['google'], hasPasskey: true })
    await expect.element(passkey()).toBeVisible()
    expect(shown()).toEqual(['Continue with Google', 'Continue with a passkey'])
    await expectAccessible()
  })

  it('says nothing where the person leaves the wallet, and what went wrong else', async () => {
    const { fake, embedded } = await open({ socials: [], hasPasskey: true })
    await passkey().click()
    await expect.element(passkey()).toBeDisabled()
    fake.leave()
    await expect.element(passkey()).toBeEnabled()
    expect(document.querySelector('.lk-socials [role=alert]')).toBeNull()
    embedded.connectPasskey = async () => {
      throw new LatchkeyError('UNSUPPORTED_METHOD', 'Signing in with a passkey is not set up on this server')
    }
    await passkey().click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('is not set up on this server')
  })

  it('option features.passkey: is left out where the app does not want it, and where the server does not offer it', async () => {
    await open({ socials: ['google'], hasPasskey: true, features: { passkey: false } })
    await expect.element(button('Google')).toBeVisible()
    expect(shown()).toEqual(['Continue with Google'])
  })
})
