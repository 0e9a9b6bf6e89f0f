import { utf8ToBytes } from '@noble/hashes/utils.js'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWalletWorld } from '../../../server/test/startWalletWorld.js'
import { createStorage, openBrowser } from '../../test/openBrowser.js'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'

let world: Awaited<ReturnType<typeof startWalletWorld>>
beforeAll(async () => {
  world = await startWalletWorld({ more: { deviceLink: 'returning' } })
})
afterAll(() => world.stop())

type Browser = Awaited<ReturnType<typeof openBrowser>>
let count = 0
const newMail = () => `owner${++count}@mail.example`
const pause = () => world.wait(31_000)
const never = () => new AbortController().signal
const text = { kind: 'evmMessage' as const, message: utf8ToBytes('hello') }

async function signIn(browser: Browser, email = newMail()): Promise<`0x${string}`> {
  await browser.signIn(email)
  return (await browser.ask('getUser')).address as `0x${string}`
}
async function sign(browser: Browser): Promise<`0x${string}`> {
  return (await browser.wallet.sign(text, { signal: never() })) as `0x${string}`
}

describe('the wallet', () => {
  it('signs, also after a reload, when the device factor opens it again', async () => {
    const browser = await openBrowser(world)
    const address = await signIn(browser)
    expect(await verifyMessage({ address, message: 'hello', signature: await sign(browser) })).toBe(true)
    const again = await openBrowser(world, { storage: browser.storage })
    expect(await verifyMessage({ address, message: 'hello', signature: await sign(again) })).toBe(true)
    expect(again.screens.asked).toEqual([])
  })

  it('asks for a fresh code where the server wants one, and goes on by itself', async () => {
    const browser = await openBrowser(world)
    const address = await signIn(browser)
    const before = (await browser.context.sessions.require()).sessionToken
    world.wait(25 * 3_600_000)
    const again = await openBrowser(world, { storage: browser.storage })
    again.screens.answer = again.typeCode
    // Calls that go on beside it must not use the token that is replaced meanwhile: the server would end the session.
    const [signature] = await Promise.all([sign(again), ...Array.from({ length: 5 }, () => again.ask('getSecurity'))])
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    expect(again.screens.asked).toMatchObject([{ kind: 'code', purpose: 'step-up' }])
    expect((await again.context.sessions.require()).sessionToken).not.toBe(before)
    expect(await again.ask('isConnected')).toEqual({ isConnected: true })
  })

  it('says on a screen that a frozen wallet opens nowhere, neither here nor where it would be brought', async () => {
    const email = newMail()
    const browser = await openBrowser(world)
    await signIn(browser, email)
    const { text: mail } = [...world.inbox.mails].reverse().find(({ to }) => to?.[0]?.address === email) ?? {}
    const token = /freeze\?token=([\w-]{43})/.exec(mail ?? '')?.[1] ?? ''
    await world.app().request('/freeze', { method: 'POST', body: new URLSearchParams({ token }) })
    const again = await openBrowser(world, { storage: browser.storage })
    // What the person does with the screen changes nothing.
    again.screens.answer = async () => {
      throw new Error('left')
    }
    await expect(sign(again)).rejects.toMatchObject({ refusal: 'WALLET_FROZEN', code: 'UNAUTHORIZED' })
    expect(again.screens.asked).toMatchObject([{ kind: 'frozen', forMs: expect.any(Number) }])
    pause()
    const fresh = await openBrowser(world)
    await fresh.signIn(email)
    fresh.screens.asked.length = 0
    fresh.screens.answer = async () => {}
    await expect(fresh.ask('getUser')).rejects.toMatchObject({ refusal: 'WALLET_FROZEN' })
    expect(fresh.screens.asked.map(({ kind }) => kind)).toEqual(['frozen'])
  })

  it('works for the mail that strangers have to pay for, by itself, and a browser that is known does not', async () => {
    const email = newMail()
    for (let at = 0; at < 5; at++) {
      const stranger = await openBrowser(world)
      await stranger.ask('connectEmail', { email })
      await stranger.readCode(email)
      pause()
    }
    const browser = await openBrowser(world)
    await browser.signIn(email)
    const starts = (calls: readonly string[]) => calls.filter((call) => call === 'POST /api/auth/email/start').length
    expect(starts(browser.network.calls)).toBe(2)
    pause()
    await browser.ask('signOut')
    await browser.signIn(email)
    expect(starts(browser.network.calls)).toBe(3)
  })

  it('does not sign when the person leaves the code, or the request is ended', async () => {
    const browser = await openBrowser(world)
    await signIn(browser)
    world.wait(25 * 3_600_000)
    const again = await openBrowser(world, { storage: browser.storage })
    const left = Object.assign(new Error('left'), { name: 'LatchkeyError', code: 'USER_REJECTED' })
    again.screens.answer = async () => {
      throw left
    }
    await expect(sign(again)).rejects.toBe(left)
    const controller = new AbortController()
    again.screens.answer = async () => controller.abort()
    await expect(again.wallet.sign(text, { signal: controller.signal })).rejects.toMatchObject({ name: /Error/ })
  })

  it('[SEC-C-11] holds no key after a lock, a sign-out, or a worker that broke, and opens again when it may', async () => {
    const browser = await openBrowser(world)
    await signIn(browser)
    const { keyring } = browser.context
    for (const end of [() => browser.wallet.lock(), () => browser.ask('signOut')]) {
      await sign(browser)
      expect(await keyring.status({})).toMatchObject({ isUnlocked: true })
      await end()
      expect(await keyring.status({})).toMatchObject({ isUnlocked: false })
      await expect(keyring.sign(text)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    }
    await expect(sign(browser)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('[REL-31] comes back after the browser forgot everything, with the same address and a factor of its own', async () => {
    const email = newMail()
    const old = await openBrowser(world)
    const address = await signIn(old, email)
    pause()
    const fresh = await openBrowser(world)
    expect(await signIn(fresh, email)).toBe(address)
    const factors = (await fresh.context.custody.listFactors()).factors.map(({ kind }) => kind)
    expect(factors.sort()).toEqual(['auto', 'device', 'device'])
    // From now on this browser opens the wallet alone.
    const again = await openBrowser(world, { storage: fresh.storage })
    expect(await verifyMessage({ address, message: 'hello', signature: await sign(again) })).toBe(true)
    expect(again.screens.asked).toEqual([])
  })

  it('[REL-31] works for one visit where nothing can be kept, and says so', async () => {
    const email = newMail()
    const old = await openBrowser(world)
    const address = await signIn(old, email)
    pause()
    const denied = await openBrowser(world, { storage: createMemoryStorage() })
    expect(await signIn(denied, email)).toBe(address)
    expect(await verifyMessage({ address, message: 'hello', signature: await sign(denied) })).toBe(true)
    expect((await denied.context.custody.listFactors()).factors.filter(({ kind }) => kind === 'device')).toHaveLength(1)
    expect(await denied.ask('getSecurity')).toMatchObject({
      isKept: false,
      restorers: ['operator'],
      operatorUntil: null,
    })
    await denied.wallet.lock()
    world.wait(10 * 60_000)
    denied.screens.asked.length = 0
    expect(await verifyMessage({ address, message: 'hello', signature: await sign(denied) })).toBe(true)
    expect(denied.screens.asked).toMatchObject([{ kind: 'code', purpose: 'step-up' }])
    const reloaded = await openBrowser(world, { storage: createMemoryStorage() })
    expect(await reloaded.ask('isConnected')).toEqual({ isConnected: false })
  })

  it('[REL-31] makes a wallet where nothing can be kept, which a second visit opens', async () => {
    const email = newMail()
    const first = await openBrowser(world, { storage: createMemoryStorage() })
    const address = await signIn(first, email)
    pause()
    const second = await openBrowser(world, { storage: createMemoryStorage() })
    expect(await signIn(second, email)).toBe(address)
  })

  it('two tabs that sign up at once end up with one wallet', async () => {
    const email = newMail()
    const storage = createStorage()
    const tabs = [await openBrowser(world, { storage }), await openBrowser(world, { storage })]
    await tabs[0]?.signIn(email)
    const users = await Promise.all(tabs.map((tab) => tab.ask('getUser')))
    expect(new Set(users.map(({ address }) => address)).size).toBe(1)
    for (const tab of tabs) {
      const [address] = users.map((user) => user.address as `0x${string}`)
      expect(await verifyMessage({ address: address ?? '0x', message: 'hello', signature: await sign(tab) })).toBe(true)
    }
  })

  it('finishes or restarts a sign-up that broke off at any call, and never shows an address that is lost', async () => {
    const count = await callsOfSignUp()
    expect(count).toBeGreaterThan(8)
    for (let at = 0; at < count; at++) {
      for (const when of ['before', 'after'] as const) {
        const email = newMail()
        world.wait(11 * 60_000)
        const browser = await openBrowser(world)
        await browser.signIn(email)
        let calls = 0
        browser.network[when] = async () => {
          if (calls++ === at) browser.network.isOffline = true
        }
        const controller = new AbortController()
        const broken = browser.ask('getUser', undefined, controller.signal).catch(() => undefined)
        await expect.poll(() => browser.network.isOffline, { timeout: 30_000 }).toBe(true)
        // The page goes; nothing but what was kept is left.
        const again = await openBrowser(world, { storage: browser.storage })
        const { address } = await again.ask('getUser')
        controller.abort()
        const shown = await broken
        expect(shown === undefined || shown.address === address).toBe(true)
        const signature = await sign(again)
        expect(await verifyMessage({ address: address as `0x${string}`, message: 'hello', signature })).toBe(true)
        pause()
        const clean = await openBrowser(world)
        expect(await signIn(clean, email)).toBe(address)
      }
    }
  }, 240_000)

  async function callsOfSignUp(): Promise<number> {
    const browser = await openBrowser(world)
    await browser.signIn(newMail())
    browser.network.calls.length = 0
    await browser.ask('getUser')
    return browser.network.calls.length
  }
})

describe('what a page may set', () => {
  it('knows the networks of the settings and no others', async () => {
    const browser = await openBrowser(world)
    const address = await signIn(browser)
    expect(await browser.ask('getChainId')).toEqual({ chainId: 31337 })
    expect(await browser.ask('switchNetwork', { chainId: 'eip155:31338' })).toEqual({ chainId: 'eip155:31338' })
    expect(await browser.ask('getChainId')).toEqual({ chainId: 31338 })
    for (const chainId of ['eip155:1', 1, 'solana:unknown', 'nonsense'])
      await expect(browser.ask('switchNetwork', { chainId })).rejects.toMatchObject({ code: 'CHAIN_NOT_FOUND' })
    expect(await browser.ask('getUser', { chainId: 'eip155:31337' })).toMatchObject({ chainId: 31337, address })
    const solana = settingsChain('solana')
    const user = await browser.ask('getUser', { chainId: solana })
    expect(user).toMatchObject({ chainId: solana, address: browser.wallet.user?.addresses.solana })
    await expect(browser.ask('getUser', { chainId: 'solana:unknown' })).rejects.toMatchObject({
      code: 'CHAIN_NOT_FOUND',
    })
    expect(await browser.ask('getUser', { chainId: 1 })).toMatchObject({ chainId: expect.any(Number), address })
  })

  it('has one kind of account, and says so of the other', async () => {
    const browser = await openBrowser(world)
    const address = await signIn(browser)
    expect(await browser.ask('setPreferredAccount', { type: 'eoa' })).toEqual({ type: 'eoa', address })
    await expect(browser.ask('setPreferredAccount', { type: 'smartAccount' })).rejects.toMatchObject({
      code: 'UNSUPPORTED_METHOD',
    })
    expect(await browser.ask('getSmartAccountEnabledNetworks')).toEqual({ smartAccountEnabledNetworks: [] })
    for (const [name, payload] of [
      ['initSmartAccount', undefined],
      ['getSocialRedirectUri', { provider: 'google' }],
      ['getFarcasterUri', undefined],
    ] as const)
      await expect(async () => browser.ask(name, payload)).rejects.toMatchObject({
        code: 'UNSUPPORTED_METHOD',
        message: expect.stringContaining('not set up on this server'),
      })
  })

  it('passes on its look and its name, and nothing else', async () => {
    const browser = await openBrowser(world)
    await browser.ask('syncTheme', { themeMode: 'dark', w3mThemeVariables: { '--w3m-accent': '#123456' } })
    await browser.ask('syncDappData', {
      projectId: 'project',
      metadata: { name: 'App', description: 'x', url: 'https://bank.example', icons: [] },
    })
    expect(browser.screens.themes).toEqual([{ themeMode: 'dark', themeVariables: { '--w3m-accent': '#123456' } }])
    expect(browser.screens.dapps).toEqual([{ name: 'App' }])
  })

  it('changes the address in a window of the wallet: the frame sends no code, and takes none', async () => {
    const [email, newEmail] = [newMail(), newMail()]
    const browser = await openBrowser(world)
    await signIn(browser, email)
    await expect(browser.ask('enterCode', { purpose: 'primary' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    await expect(browser.ask('updateEmail', { newEmail: email })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    pause()
    expect(await browser.ask('updateEmail', { newEmail })).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
    await expect(browser.ask('enterCode', { purpose: 'secondary' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    for (const name of ['updateEmailPrimaryOtp', 'updateEmailSecondaryOtp'] as const)
      await expect(browser.ask(name, { otp: '123456' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    browser.screens.asked.length = 0
    const left = Object.assign(new Error('left'), { name: 'LatchkeyError', code: 'USER_REJECTED' })
    browser.screens.answer = async () => {
      throw left
    }
    await expect(browser.ask('enterCode', { purpose: 'primary' })).rejects.toBe(left)
    expect(browser.network.calls.filter((call) => call.includes('/email/change/'))).toEqual([])

    browser.screens.answer = browser.changeEmail
    expect(await browser.ask('enterCode', { purpose: 'primary' })).toEqual({ newEmail })
    expect(browser.screens.asked).toMatchObject([
      { kind: 'window', about: 'email' },
      { kind: 'window', about: 'email' },
    ])
    expect(browser.windows.at(-1)?.change?.signal.aborted).toBe(true)
    expect(await browser.ask('enterCode', { purpose: 'secondary' })).toEqual({ newEmail })
    expect(browser.screens.asked).toHaveLength(2)
    expect(await browser.ask('getUser')).toMatchObject({ email: newEmail })
    const again = await openBrowser(world, { storage: browser.storage })
    expect(await again.ask('isConnected')).toEqual({ isConnected: true })
    expect(await again.ask('getUser')).toMatchObject({ email: newEmail })
  })

  it('changes no address for a session whose code a page has seen, in a window either', async () => {
    const [other, next] = [newMail(), newMail()]
    const page = await openBrowser(world)
    await page.ask('connectEmail', { email: other })
    await page.ask('connectOtp', { otp: await page.readCode(other) })
    pause()
    await page.ask('updateEmail', { newEmail: next })
    page.screens.answer = page.changeEmail
    await expect(page.ask('enterCode', { purpose: 'primary' })).rejects.toMatchObject({ refusal: 'TYPED_OUTSIDE' })
    expect(await page.ask('getUser')).toMatchObject({ email: other })
  })

  it('shows what keeps the wallet, and locks on a browser that was removed', async () => {
    const email = newMail()
    const old = await openBrowser(world)
    await signIn(old, email)
    pause()
    const browser = await openBrowser(world)
    await signIn(browser, email)
    browser.screens.answer = async (screen) => {
      if (screen.kind !== 'security') return
      const { devices, factors } = await screen.read()
      expect([devices.length, factors.length]).toEqual([2, 3])
      // Removing is for the wallet's own window, where no page can dress it.
      await browser.owner.revokeDevice(devices.find(({ isThis }) => !isThis)?.id ?? '')
      expect((await screen.read()).devices).toHaveLength(1)
    }
    await browser.ask('showSecurity')
    expect(await old.context.keyring.status({})).toMatchObject({ isUnlocked: true })
    await expect(old.ask('getSecurity')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await old.context.keyring.status({})).toMatchObject({ isUnlocked: false })
    expect(old.wallet.user).toBeUndefined()
    expect(await old.ask('isConnected')).toEqual({ isConnected: false })
  })
})

function settingsChain(family: string): string {
  return `${family}:EtWTRABZaYq6iMfeYKouRu166VU2xqa1`
}
