import { connect, disconnect, getAccountState, getConnection, reconnect, switchChain, toChain } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import { solana as solanaFamily } from '@latchkey/solana'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveAll, memory, remembered, signIn, visit } from '../../test/embeddedPage.js'
import { address, createFakeFrame, settle, turns } from '../../test/fakeFrame.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  leaveAll()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('signing in', () => {
  it('[S6-02][S7-87][S7-100][S3-62][S3-63][S3-64][S3-65][S3-66][S3-67][S3-68] connects with the address of the wallet, as the kind auth', async () => {
    const frame = createFakeFrame()
    const page = visit(frame)
    await signIn(page)
    expect(page.connector).toMatchObject({ id: 'ID_AUTH', kind: 'auth' })
    expect(getConnection(page.config)).toMatchObject({ status: 'connected', caipAddress: `eip155:1:${address}` })
    expect(frame.payloadOf('getUser')).toMatchObject({ chainId: 1, preferredAccountType: 'smartAccount' })
    expect(frame.payloadOf('syncDappData')).toEqual({
      projectId: 'p1',
      sdkVersion: '0.1.0',
      sdkType: 'latchkey',
      metadata: {
        name: 'App',
        description: 'An app',
        url: 'https://app.example',
        icons: ['https://app.example/i.png'],
      },
    })
  })

  it.each(['nope', 'x@', '', ' '])('[S5-01] takes no %j for an address, and asks nobody', async (email) => {
    const frame = createFakeFrame()
    await expect(visit(frame).wallet.connectEmail({ email })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(frame.urls).toEqual([])
  })

  it('[S5-05][REL-13] sends no second mail before 30 s are over, and says when; a sign-in clears it', async () => {
    const frame = createFakeFrame()
    const store = memory()
    const page = visit(frame, store)
    const first = page.wallet.connectEmail({ email: ' ada@example.com ' })
    await settle()
    await first
    expect(frame.payloadOf('connectEmail')).toEqual({ email: 'ada@example.com' })
    const at = Date.now()
    expect(page.wallet.getState().nextEmailAt).toBe(at + 30_000)
    const again = () => page.wallet.connectEmail({ email: 'ada@example.com' })
    await expect(again()).rejects.toMatchObject({ code: 'RATE_LIMITED', message: 'Please try again after 30 seconds' })
    // A page that slept wakes up with the true time; timers that stood still change nothing.
    vi.setSystemTime(at + 29_999)
    await expect(again()).rejects.toMatchObject({ message: 'Please try again after 1 seconds' })
    await expect(visit(createFakeFrame(), store).wallet.connectEmail({ email: 'a@b.co' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
    expect(frame.names().filter((name) => name === 'connectEmail').length).toBe(1)
    vi.setSystemTime(at + 30_000)
    const third = again()
    await turns()
    expect(await third).toEqual({ action: 'VERIFY_OTP' })
    const coded = page.wallet.enterCode({ purpose: 'login' })
    await turns()
    await coded
    expect(page.wallet.getState().nextEmailAt).toBe(0)
  })

  it('[S3-102][S3-103][S3-104][S3-106][S3-107] remembers it, and forgets the time of the last mail', async () => {
    const store = memory()
    const page = visit(
      createFakeFrame({ getSmartAccountEnabledNetworks: () => ({ smartAccountEnabledNetworks: [1, 137] }) }),
      store,
    )
    const mailed = page.wallet.connectEmail({ email: 'ada@example.com' })
    await settle()
    await mailed
    expect(remembered(store)).toEqual({ lastEmailAt: Date.now() })
    await vi.advanceTimersByTimeAsync(30_000)
    await signIn(page)
    await turns()
    expect(remembered(store)).toEqual({
      isUsed: true,
      email: 'ada@example.com',
      lastChain: 'eip155:1',
      smartAccountNetworks: [1, 137],
    })
    const moved = switchChain(page.config, { chainId: 'eip155:137' })
    await turns(24)
    await moved
    expect(remembered(store).lastChain).toBe('eip155:137')
    const left = disconnect(page.config)
    await turns()
    await left
    expect(remembered(store)).toEqual({})
  })

  it.each([
    '{',
    'null',
    '[]',
    '{"isUsed":"yes"}',
    '{"isUsed":true,"email":7}',
    '{"isUsed":true,"lastChain":"1"}',
    '{"isUsed":true,"smartAccountNetworks":"1,2"}',
    '{"isUsed":true,"lastEmailAt":"now"}',
    '{"isUsed":true,"accountTypes":"eoa"}',
    '{"isUsed":true,"accountTypes":{"eip155":"mine"}}',
    '{"isUsed":true,"accountTypes":{"mine":"eoa"}}',
  ])('trusts nothing it finds unread: %s', async (text) => {
    const store = memory()
    store.kept.set('@latchkey/embedded', text)
    const frame = createFakeFrame()
    const { wallet } = visit(frame, store)
    wallet.subscribe(() => {})
    await turns()
    expect(frame.urls).toEqual([])
    expect(wallet.getState()).toMatchObject({ email: undefined, nextEmailAt: 0 })
  })

  it('[S4-09] asks for the kind of account that was chosen, over the default, also at the next visit; shows what the wallet has', async () => {
    const store = memory()
    const user = ({ chainId }: { chainId: unknown }) => ({ address, chainId, preferredAccountType: 'eoa' })
    const first = createFakeFrame({ getUser: user })
    const page = visit(first, store)
    await signIn(page)
    expect(first.payloadOf('getUser')).toMatchObject({ preferredAccountType: 'smartAccount' })
    expect(page.wallet.getState()).toMatchObject({ accountType: 'eoa', preferredAccountTypes: {} })
    const chosen = page.wallet.setPreferredAccount('eoa')
    await turns(24)
    await chosen
    expect(getAccountState(page.config).preferredAccountType).toBe('eoa')
    page.config.destroy()
    const frame = createFakeFrame({ getUser: user })
    frame.state.isSignedIn = true
    const next = visit(frame, store)
    const back = reconnect(next.config)
    await settle()
    await back
    expect(frame.payloadOf('getUser')).toMatchObject({ preferredAccountType: 'eoa' })
    expect(getAccountState(next.config).preferredAccountType).toBe('eoa')
  })

  it('shows the two digits that belong to the link, until it was opened', async () => {
    let opened = () => {}
    const frame = createFakeFrame({
      connectEmail: () => ({ action: 'VERIFY_DEVICE', matchNumber: '07' }),
      connectDevice: () =>
        new Promise<void>((resolve) => {
          opened = resolve
        }),
    })
    const { wallet } = visit(frame)
    const mailed = wallet.connectEmail({ email: 'ada@example.com' })
    await settle()
    expect(await mailed).toEqual({ action: 'VERIFY_DEVICE' })
    expect(wallet.getState().matchNumber).toBe('07')
    const device = wallet.connectDevice()
    await turns()
    opened()
    await device
    expect(wallet.getState().matchNumber).toBeUndefined()
  })

  it('shows the frame for the code and until the wallet is there, then no longer', async () => {
    let answer: ((user: unknown) => void) | undefined
    const frame = createFakeFrame({
      getUser: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const page = visit(frame)
    const mailed = page.wallet.connectEmail({ email: 'ada@example.com' })
    await settle()
    await mailed
    expect(frame.state.shown).toBe(false)
    const coded = page.wallet.enterCode({ purpose: 'login' })
    await turns()
    await coded
    expect([frame.state.shown, page.wallet.getState().task]).toEqual([true, 'code'])
    const connected = connect(page.config, { connector: 'ID_AUTH' })
    await vi.advanceTimersByTimeAsync(5000)
    await turns()
    expect(frame.state.shown).toBe(true)
    answer?.({ address, chainId: 1, email: null })
    await turns()
    await connected
    expect([frame.state.shown, page.wallet.getState().task]).toEqual([false, undefined])
  })

  it('shows the frame to whom it knows without a code once it takes longer, since it may ask for something', async () => {
    let answer: ((user: unknown) => void) | undefined
    const frame = createFakeFrame({
      connectEmail: () => ({ action: 'CONNECT' }),
      getUser: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const page = visit(frame)
    const mailed = page.wallet.connectEmail({ email: 'ada@example.com' })
    await settle()
    expect(await mailed).toEqual({ action: 'CONNECT' })
    const left = expect(connect(page.config, { connector: 'ID_AUTH' })).rejects.toMatchObject({
      code: 'CONNECTION_REJECTED',
    })
    await turns()
    expect(frame.state.shown).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([frame.state.shown, page.wallet.getState().task]).toEqual([true, 'code'])
    frame.cancel()
    await left
    expect(frame.state.shown).toBe(false)

    const connected = connect(page.config, { connector: 'ID_AUTH' })
    await turns()
    answer?.({ address, chainId: 1, email: null })
    await turns()
    await connected
    await vi.advanceTimersByTimeAsync(5_000)
    expect([frame.state.shown, page.wallet.getState().task]).toEqual([false, undefined])
  })

  it('rejects as the person’s own choice when they leave the frame', async () => {
    const frame = createFakeFrame({ enterCode: () => new Promise(() => {}) })
    const page = visit(frame)
    const mailed = page.wallet.connectEmail({ email: 'ada@example.com' })
    await settle()
    await mailed
    const coded = expect(page.wallet.enterCode({ purpose: 'login' })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await turns()
    expect(frame.state.shown).toBe(true)
    frame.cancel()
    await coded
    expect([frame.state.shown, page.wallet.getState().task]).toEqual([false, undefined])
  })
})

describe('several chain families', () => {
  const solana = toChain({
    id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    name: 'Solana',
    chainNamespace: 'solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: ['https://solana.example'] } },
  })
  const key = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'

  it('gives one session with the account of each, and a provider for each', async () => {
    const frame = createFakeFrame({
      getUser: ({ chainId }: { chainId: number | string }) => ({
        address: typeof chainId === 'number' ? address : key,
        chainId,
      }),
      rpcRequest: () => ({ signature: 's' }),
    })
    const page = visit(frame, memory(), { chains: [mainnet, solana], namespaces: [solanaFamily({ wallets: false })] })
    expect(page.connector.namespaces).toEqual(['eip155', 'solana'])
    const session = await signIn(page)
    expect(session.accounts).toEqual([`eip155:1:${address}`, `${solana.caipNetworkId}:${key}`])
    const provider = (await page.connector.getProvider('solana')) as Eip1193Provider
    const signed = provider.request({ method: 'solana_signMessage', params: { message: 'x', pubkey: key } })
    await turns()
    expect(await signed).toEqual({ signature: 's' })
    expect(frame.payloadOf('rpcRequest')).toEqual({
      method: 'solana_signMessage',
      params: { message: 'x', pubkey: key },
      chainId: solana.caipNetworkId,
      chainNamespace: 'solana',
      rpcUrl: 'https://solana.example',
    })
  })

  it('goes without a family that the wallet cannot serve', async () => {
    const frame = createFakeFrame({
      getUser({ chainId }: { chainId: number | string }) {
        if (typeof chainId === 'string') throw new LatchkeyError('CHAIN_NOT_FOUND', 'Not here')
        return { address, chainId }
      },
    })
    const session = await signIn(
      visit(frame, memory(), { chains: [mainnet, solana], namespaces: [solanaFamily({ wallets: false })] }),
    )
    expect(session.accounts).toEqual([`eip155:1:${address}`])
  })

  it.each([
    ['another family', { address, chainId: 'solana:x' }],
    ['no address', { address: '0x12', chainId: 1 }],
  ])('takes no answer with %s', async (_, user) => {
    const frame = createFakeFrame({ getUser: () => user })
    await expect(signIn(visit(frame))).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })
})
