import type { SocialProvider } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { embeddedModal, until } from '../../../../test/embeddedModal.js'

const all: readonly SocialProvider[] = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']
const code = () => page.getByRole('img', { name: 'QR code that signs in with Farcaster' })

async function open(options: Parameters<typeof embeddedModal>[0] = {}) {
  const app = await embeddedModal({ socials: all, ...options })
  app.modal.open()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Farcaster' }).click()
  return app
}

describe('the view ConnectingFarcaster', () => {
  it('shows the link as a code, with a way to copy it, and connects when the app has answered', async () => {
    const { fake, config } = await open()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'ConnectingFarcaster')
    await expect.element(code()).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeEnabled()
    await expectAccessible()
    fake.answerFarcaster()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    expect(config.state.connections.has('ID_AUTH')).toBe(true)
    // Strict mode draws twice; the wallet is asked once.
    expect(fake.calls.filter((name) => name === 'connectFarcaster').length).toBe(1)
  })

  it('says what went wrong, and tries again with a link of its own', async () => {
    const { fake } = await open()
    await expect.element(code()).toBeVisible()
    fake.answerFarcaster('Farcaster did not confirm who you are. Try again.')
    await expect.element(page.getByText('Farcaster did not confirm who you are. Try again.')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(code()).toBeVisible()
    expect(fake.calls.filter((name) => name === 'connectFarcaster').length).toBe(2)
  })

  it('says so when there is no link to be had', async () => {
    const app = await embeddedModal({ socials: all })
    app.fake.switches.refuseSocial = 'Failed to connect to farcaster'
    app.modal.open({ view: 'ConnectingFarcaster' })
    await expect.element(page.getByText('Failed to connect to farcaster')).toBeVisible()
    await page.getByRole('button', { name: 'Choose another way' }).click()
  })

  it.each([
    ['going back', () => page.getByRole('button', { name: 'Back' }).click()],
    ['closing the modal', () => page.getByRole('button', { name: 'Close' }).click()],
  ])('ends the sign-in by %s', async (_, leave) => {
    const app = await embeddedModal({ socials: all })
    const ends: string[] = []
    const { connectFarcaster } = app.embedded
    app.embedded.connectFarcaster = (given) =>
      connectFarcaster(given).catch((error: Error) => {
        ends.push(error.message)
        throw error
      })
    app.modal.open()
    await page.getByRole('button', { name: 'Continue with Farcaster' }).click()
    await expect.element(code()).toBeVisible()
    await leave()
    await until(() => expect(ends).toEqual(['Popup closed']))
    app.fake.answerFarcaster()
    expect(app.config.state.connections.size).toBe(0)
  })
})
