import { getConnection, switchChain } from '@latchkey/core'
import { polygon } from '@latchkey/core/chains'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveAll, memory, remembered, signIn, visit } from '../../test/embeddedPage.js'
import { address, createFakeFrame, settle, turns, walletOrigin } from '../../test/fakeFrame.js'
import { createFrameLink } from './frameLink.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  leaveAll()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the rest of the table', () => {
  it('[S7-80] a switch of network sends chainId and rpcUrl, and moves the account', async () => {
    const frame = createFakeFrame()
    const page = visit(frame)
    await signIn(page)
    const moved = switchChain(page.config, { chainId: 'eip155:137' })
    await turns(24)
    await moved
    expect(frame.payloadOf('switchNetwork')).toEqual({
      chainId: 'eip155:137',
      rpcUrl: polygon.rpcUrls.default.http[0],
    })
    expect(getConnection(page.config)).toMatchObject({ caipAddress: `eip155:137:${address}`, chainId: 'eip155:137' })
  })

  it('[S7-81][S7-82][S7-83] a sign-in sends the address, nothing, and the code', async () => {
    const frame = createFakeFrame()
    const { wallet } = visit(frame)
    const all = Promise.all([wallet.connectEmail({ email: 'ada@example.com' }), wallet.connectDevice()])
    await settle()
    await all
    const wrong = expect(wallet.connectOtp({ otp: '999999' })).rejects.toMatchObject({ message: 'Invalid code' })
    await turns()
    await wrong
    expect(frame.payloadOf('connectEmail')).toEqual({ email: 'ada@example.com' })
    expect(frame.payloadOf('connectDevice')).toBeUndefined()
    expect(frame.payloadOf('connectOtp')).toEqual({ otp: '999999' })
  })

  it('[S7-96][S7-97][S7-98] a change of address sends it under both names, and the codes; the new one is remembered', async () => {
    const frame = createFakeFrame()
    const store = memory()
    const page = visit(frame, store)
    await signIn(page)
    const first = page.wallet.updateEmail({ email: 'new@example.com' })
    const second = page.wallet.updateEmailPrimaryOtp({ otp: '000001' })
    const third = page.wallet.updateEmailSecondaryOtp({ otp: '000002' })
    await turns()
    expect(await first).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
    await second
    expect(await third).toEqual({ newEmail: 'new@example.com' })
    expect(frame.payloadOf('updateEmail')).toEqual({ newEmail: 'new@example.com', email: 'new@example.com' })
    expect(frame.payloadOf('updateEmailPrimaryOtp')).toEqual({ otp: '000001' })
    expect(frame.payloadOf('updateEmailSecondaryOtp')).toEqual({ otp: '000002' })
    expect(page.wallet.getState().email).toBe('new@example.com')
    expect(remembered(store).email).toBe('new@example.com')
    await expect(page.wallet.updateEmail({ email: 'x@' })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  it('[S7-94] the preferred account sends its type; a refusal leaves the ordinary one', async () => {
    const frame = createFakeFrame({
      setPreferredAccount() {
        throw Object.assign(new Error('no'), {})
      },
    })
    const page = visit(frame)
    await signIn(page)
    const asked = expect(page.wallet.setPreferredAccount('smartAccount')).rejects.toBeDefined()
    await turns()
    await asked
    expect(frame.payloadOf('setPreferredAccount')).toEqual({ type: 'smartAccount' })
    expect(page.wallet.getState().accountType).toBe('eoa')
  })

  it('[S3-59][S3-60][S3-61][S7-99] the look goes to the frame when it is there, with its three parts', async () => {
    const frame = createFakeFrame()
    const page = visit(frame)
    await page.wallet.syncTheme({ themeMode: 'dark', themeVariables: { '--lk-accent': '#0b6b57', '--lk-radius': 20 } })
    expect(frame.urls).toEqual([])
    await signIn(page)
    expect(frame.payloadOf('syncTheme')).toEqual({
      themeMode: 'dark',
      themeVariables: { '--lk-accent': '#0b6b57', '--lk-radius': 20 },
      w3mThemeVariables: { '--w3m-accent': '#0b6b57' },
    })
    const light = page.wallet.syncTheme({ themeMode: 'light' })
    await turns()
    await light
    expect(frame.payloadOf('syncTheme')).toEqual({ themeMode: 'light' })
  })
})

/** Speaks to a frame with nothing of an app around it. */
function link(frame: ReturnType<typeof createFakeFrame>) {
  const problems: string[] = []
  const { ask, close } = createFrameLink({
    url: new URL(`${walletOrigin}/sdk`),
    title: 'Email wallet',
    mount: frame.mount,
    onProblem: (problem) => problems.push(problem),
    onReady: () => {},
    onCancel: () => {},
    onSlow: () => {},
  })
  return { ask, close, problems }
}

describe('a frame that does not answer', () => {
  const silent = (name: string) => createFakeFrame({ [name]: () => new Promise(() => {}) })

  it.each([
    ['connectEmail', { email: 'ada@example.com' }],
    ['connectDevice', undefined],
    ['connectOtp', { otp: '012345' }],
    ['connectSocial', { uri: 'https://wallet.example/?code=1' }],
    ['getSocialRedirectUri', { provider: 'github' }],
  ] as const)('[S9-13] %s ends after 120 s', async (name, payload) => {
    const { ask, close } = link(silent(name))
    let ended: unknown
    ask(name, payload).catch((error: unknown) => {
      ended = error
    })
    await settle()
    await vi.advanceTimersByTimeAsync(119_999)
    expect(ended).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toMatchObject({ code: 'WALLET_NOT_RESPONDING', details: 'iframe_request_timeout' })
    close()
  })

  it.each([
    ['connectFarcaster', undefined],
    ['getUser', undefined],
    ['rpcRequest', { method: 'personal_sign', params: [] }],
    ['enterCode', { purpose: 'login' }],
    ['showSecurity', undefined],
  ] as const)('[S9-13] %s, where a person decides how long, does not end by itself', async (name, payload) => {
    const { ask, close, problems } = link(silent(name))
    let ended: unknown
    ask(name, payload).catch((error: unknown) => {
      ended = error
    })
    await settle()
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000)
    expect(ended).toBeUndefined()
    expect(problems).toEqual([])
    close()
    await turns()
    expect(ended).toMatchObject({ code: 'WALLET_DISCONNECTED' })
  })
})

describe('each event of the table', () => {
  const siwx = {
    accountAddress: '<<AccountAddress>>',
    chainId: 'eip155:1',
    domain: 'app.example',
    uri: 'https://app.example',
    version: '1',
    nonce: 'abcdefgh',
  }
  const signIn = { preferredAccountType: 'eoa', chainId: 1, siwxMessage: siwx, rpcUrl: 'https://rpc.example' }
  const user = { address, chainId: 1, email: 'ada@example.com' }

  it.each([
    ['S7-81', 'connectEmail', { email: 'ada@example.com' }, { action: 'VERIFY_OTP' }],
    ['S7-82', 'connectDevice', undefined, undefined],
    ['S7-83', 'connectOtp', { otp: '012345' }, undefined],
    ['shape S7-84', 'connectSocial', { uri: 'https://wallet.example/?code=1', ...signIn }, user],
    ['shape S7-85', 'getFarcasterUri', undefined, { url: 'https://farcaster.example' }],
    ['shape S7-86', 'connectFarcaster', undefined, { userName: 'ada' }],
    ['S7-87', 'getUser', signIn, user],
    ['shape S7-88', 'getSocialRedirectUri', { provider: 'github' }, { uri: 'https://github.example' }],
    ['S7-89', 'signOut', undefined, undefined],
    ['S7-90', 'isConnected', { token: 't' }, { isConnected: true }],
    ['S7-91', 'getChainId', undefined, { chainId: 1 }],
    ['S7-92', 'getSmartAccountEnabledNetworks', undefined, { smartAccountEnabledNetworks: [1] }],
    ['shape S7-93', 'initSmartAccount', undefined, { address, isDeployed: false }],
    ['S7-94', 'setPreferredAccount', { type: 'eoa' }, { type: 'eoa', address }],
    ['S7-101', 'reload', undefined, undefined],
    ['S7-102', 'rpcAbort', undefined, undefined],
    ['S7-80', 'switchNetwork', { chainId: 'eip155:1', rpcUrl: 'https://rpc.example' }, { chainId: 'eip155:1' }],
  ] as const)('[%s] %s arrives as it was sent, and both answers come back', async (_, name, payload, answer) => {
    let refuses = false
    const frame = createFakeFrame({
      [name]: () => {
        if (refuses) throw new LatchkeyError('API_REFUSED', 'No')
        return answer
      },
    })
    const { ask, close } = link(frame)
    const asked = ask(name, payload as never)
    await settle()
    expect(await asked).toEqual(answer)
    expect(frame.asked).toEqual([{ name, payload }])
    refuses = true
    const refused = expect(ask(name, payload as never)).rejects.toMatchObject({ message: 'No' })
    await turns()
    await refused
    close()
  })
})
