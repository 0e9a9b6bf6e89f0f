import { LatchkeyError } from '@latchkey/protocol/errors'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../../server/test/createAuthenticator.js'
import { startWalletWorld, type WalletWorld } from '../../../server/test/startWalletWorld.js'
import { openBrowser } from '../../test/openBrowser.js'
import type { SentPasskey } from '../screens/passkeyWindow.js'
import type { Screen } from '../types.js'
import { createClientKey } from '../wallet/createClientKey.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld({ more: { hasPasskeyLogin: true } })
})
afterAll(() => world.stop())

type Browser = Awaited<ReturnType<typeof openBrowser>>
const signal = new AbortController().signal
const left = () => new LatchkeyError('USER_REJECTED', 'left')

/** A passkey, and the key that its secret gives for its wallet. */
async function createPasskey() {
  return { ...createAuthenticator(world.origin), clientKey: await createClientKey() }
}
type Passkey = Awaited<ReturnType<typeof createPasskey>>

/** Opens the window that the frame offers, and gives what it can ask of the frame. */
function openWindow(browser: Browser, screen: Screen) {
  if (screen.kind !== 'window' || !screen.open) throw new Error(`This is a screen of the kind ${screen.kind}`)
  screen.open({ onDone() {}, onClosed() {} })
  const [task, options] = browser.passkeys.at(-1) ?? []
  if (!options) throw new Error('The window was opened for something else')
  return { task, ...options }
}

async function signUp(browser: Browser, { passkey, register, clientKey }: Passkey): Promise<string> {
  let named = ''
  browser.screens.answer = async (screen) => {
    if (screen.kind === 'window' && screen.about === 'backup') {
      screen.open?.({ onDone() {}, onClosed() {} })
      throw left()
    }
    const { begin, finish } = openWindow(browser, screen)
    const { challenge, walletId = '' } = await begin('sign-up')
    named = walletId
    await finish({ kind: 'made', passkey: { ...passkey, isDoor: true }, registration: register(challenge), clientKey })
  }
  await browser.ask('connectPasskey')
  return named
}

async function signIn(browser: Browser, { answer, clientKey }: Passkey, walletId: string): Promise<void> {
  browser.screens.answer = async (screen) => {
    const { begin, finish } = openWindow(browser, screen)
    const { challenge } = await begin('sign-in')
    await finish({ kind: 'found', assertion: answer(challenge), walletId, clientKey })
  }
  await browser.ask('connectPasskey')
}

describe('a passkey alone', () => {
  it('makes a wallet, offers the recovery code at once, and brings it to another browser by one answer', async () => {
    const [browser, passkey] = [await openBrowser(world), await createPasskey()]
    const walletId = await signUp(browser, passkey)
    expect(browser.screens.asked).toMatchObject([{ about: 'passkey' }, { about: 'backup' }])
    expect(browser.windows.map(({ page }) => page)).toEqual(['security#code'])
    expect(browser.passkeys[0]?.[0]).toEqual({ origin: 'https://app.example' })
    const { address, email } = await browser.ask('getUser')
    expect(email).toBeNull()
    expect(await browser.ask('getSecurity')).toMatchObject({ email: null, restorers: ['passkey'] })

    const other = await openBrowser(world)
    await signIn(other, passkey, walletId)
    expect(other.screens.asked).toMatchObject([{ about: 'passkey' }])
    expect((await other.ask('getUser')).address).toBe(address)
    // From then on that browser opens it by a half of its own.
    await other.wallet.lock()
    const message = utf8ToBytes('hello')
    expect(await other.wallet.sign({ kind: 'evmMessage', message }, { signal })).toMatch(/^0x/)
    expect(other.screens.asked).toHaveLength(1)
    // There it signs in again without bringing it anew.
    await other.ask('signOut')
    await signIn(other, passkey, walletId)
    expect((await other.ask('getUser')).address).toBe(address)
  }, 60_000)

  it('takes nothing from its window that was not asked for, and no answer for another wallet', async () => {
    const passkey = await createPasskey()
    const walletId = await signUp(await openBrowser(world), passkey)
    const browser = await openBrowser(world)
    const { answer, clientKey } = passkey
    const found = (challenge: string, of: string): SentPasskey => ({
      kind: 'found',
      assertion: answer(challenge),
      walletId: of,
      clientKey,
    })
    browser.screens.answer = async (screen) => {
      const { begin, finish } = openWindow(browser, screen)
      await expect(finish(found('A'.repeat(43), walletId))).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
      const asked = await begin('sign-up')
      await expect(finish(found(asked.challenge, walletId))).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
      const { challenge } = await begin('sign-in')
      await expect(finish(found(challenge, 'wallet-of-somebody-else'))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
      const unknown = await createPasskey()
      const again = await begin('sign-in')
      const stranger = { ...found(again.challenge, walletId), assertion: unknown.answer(again.challenge) }
      await expect(finish(stranger as SentPasskey)).rejects.toThrow('No wallet has this passkey')
      throw left()
    }
    await expect(browser.ask('connectPasskey')).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(await browser.ask('isConnected')).toEqual({ isConnected: false })
  }, 60_000)

  it('is said to be unavailable where the operator has not set it up', async () => {
    const off = await startWalletWorld()
    try {
      const browser = await openBrowser(off)
      browser.screens.answer = async (screen) => {
        const { begin } = openWindow(browser, screen)
        for (const wish of ['sign-in', 'sign-up'] as const)
          await expect(begin(wish)).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
        throw left()
      }
      await expect(browser.ask('connectPasskey')).rejects.toMatchObject({ code: 'USER_REJECTED' })
    } finally {
      await off.stop()
    }
  }, 60_000)
})
