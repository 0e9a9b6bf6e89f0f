import { connect, disconnect, sendTransaction, setCurrency, signMessage } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { askRpcMethods, safeRpcMethods } from '@latchkey/protocol/internal/frameRpc'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveAll, signIn, visit } from '../../test/embeddedPage.js'
// Loaded beforehand, so that the turns below suffice.
import './sendBundle.js'
import { address, createFakeFrame, settle, turns } from '../../test/fakeFrame.js'

type Request = { method: string; params?: unknown; chainId: unknown; chainNamespace: string; rpcUrl?: string }

/** A page that is signed in, whose frame answers each RPC request when the test says so. */
async function signedIn(more: Parameters<typeof createFakeFrame>[0] = {}) {
  const open = new Map<string, { resolve(value: unknown): void; signal: AbortSignal }>()
  const frame = createFakeFrame({
    rpcRequest: ({ method }: Request, signal) =>
      new Promise((resolve) => {
        open.set(method, { resolve, signal })
      }),
    ...more,
  })
  const page = visit(frame)
  await signIn(page)
  const provider = (await page.connector.getProvider('eip155')) as Required<Eip1193Provider>
  return { ...page, frame, open, provider }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  leaveAll()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the EIP-1193 provider', () => {
  it('[S7-104] answers eth_chainId and eth_accounts by itself', async () => {
    const { provider, frame } = await signedIn()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
    expect(frame.names()).not.toContain('rpcRequest')
  })

  it.each(safeRpcMethods.filter((method) => !['eth_chainId', 'eth_accounts'].includes(method)))(
    '[S7-104] passes %s to the frame unseen',
    async (method) => {
      const { provider, frame, open } = await signedIn()
      const asked = provider.request({ method, params: [] })
      await turns()
      expect(frame.state.shown).toBe(false)
      open.get(method)?.resolve('0x7')
      await turns()
      expect(await asked).toBe('0x7')
    },
  )

  it.each(askRpcMethods)('shows the frame for %s until it is answered', async (method) => {
    const { provider, frame, open, wallet } = await signedIn()
    const asked = provider.request({ method, params: [] })
    await turns()
    expect([frame.state.shown, wallet.getState().task]).toEqual([true, 'approve'])
    open.get(method)?.resolve('0xdone')
    await turns()
    expect(await asked).toBe('0xdone')
    expect([frame.state.shown, wallet.getState().task]).toEqual([false, undefined])
  })

  it('shows how the rest of a bundle is sent, after the app has its answer, until that is over or left', async () => {
    const { provider, frame, open, wallet } = await signedIn()
    const calls = [{ to: address }, { to: address }]
    for (const end of ['over', 'left']) {
      const asked = provider.request({ method: 'wallet_sendCalls', params: [{ calls }] })
      await turns()
      open.get('wallet_sendCalls')?.resolve({ id: '0x5' })
      await turns()
      expect(await asked).toEqual({ id: '0x5' })
      expect(frame.payloadOf('rpcRequest')).toMatchObject({ method: 'wallet_showCallsStatus', params: ['0x5'] })
      expect([frame.state.shown, wallet.getState().task]).toEqual([true, 'approve'])
      if (end === 'over') open.get('wallet_showCallsStatus')?.resolve(null)
      else frame.cancel()
      await turns()
      expect([frame.state.shown, wallet.getState().task]).toEqual([false, undefined])
    }
    const single = provider.request({ method: 'wallet_sendCalls', params: [{ calls: [{ to: address }] }] })
    await turns()
    open.get('wallet_sendCalls')?.resolve({ id: '0x6' })
    await turns()
    await single
    expect(frame.state.shown).toBe(false)
  })

  it('[S7-95] sends method, params, chainId, chainNamespace and rpcUrl; large numbers as hex', async () => {
    const { provider, frame, open, config } = await signedIn()
    const params = [{ to: address, value: 10n ** 18n }]
    const asked = provider.request({ method: 'eth_sendTransaction', params })
    await turns()
    expect(frame.payloadOf('rpcRequest')).toEqual({
      method: 'eth_sendTransaction',
      params: [{ to: address, value: '0xde0b6b3a7640000' }],
      chainId: 1,
      chainNamespace: 'eip155',
      rpcUrl: config.chains[0]?.rpcUrls.default.http[0],
    })
    open.get('eth_sendTransaction')?.resolve('0xhash')
    await turns()
    expect(await asked).toBe('0xhash')
  })

  it('says which currency the visitor reads values in, as it is when it asks, where that is not the dollar', async () => {
    const { provider, frame, open, config } = await signedIn()
    for (const currency of ['eur', 'jpy', 'usd'] as const) {
      setCurrency(config, { currency })
      const asked = provider.request({ method: 'eth_sendTransaction', params: [{ to: address }] })
      await turns()
      const { currency: said } = frame.payloadOf('rpcRequest') as { currency?: string }
      expect(said).toBe(currency === 'usd' ? undefined : currency)
      open.get('eth_sendTransaction')?.resolve('0xhash')
      await turns()
      await asked
    }
  })

  it.each(['eth_sign', 'eth_signTransaction', 'wallet_addEthereumChain', 'Personal_sign', ' personal_sign', 'x'])(
    '[S8-19][S7-102] refuses %j without asking for it, rejects what waits and tells the frame to stop',
    async (method) => {
      const { provider, frame } = await signedIn()
      const waiting = expect(provider.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({
        message: 'Request was aborted',
      })
      await turns()
      await expect(provider.request({ method })).rejects.toMatchObject({
        message: 'Requested RPC call is not allowed',
        code: 4200,
      })
      await waiting
      await turns()
      expect(frame.names().filter((name) => name === 'rpcRequest').length).toBe(1)
      expect(frame.names()).toContain('rpcAbort')
      expect(frame.payloadOf('rpcAbort')).toBeUndefined()
    },
  )

  it('[S6-11][S6-12][S8-30] rejecting what waits aborts what a person must approve, and nothing that only reads', async () => {
    const { provider, frame, open, wallet } = await signedIn()
    const read = provider.request({ method: 'eth_call', params: [] })
    const signed = provider.request({ method: 'personal_sign', params: [] })
    const rejected = expect(signed).rejects.toMatchObject({ message: 'Request was aborted', code: 4001 })
    await turns()
    wallet.rejectPending()
    await rejected
    await turns()
    expect(open.get('personal_sign')?.signal.aborted).toBe(true)
    expect(open.get('eth_call')?.signal.aborted).toBe(false)
    expect(frame.names().filter((name) => name === 'rpcAbort').length).toBe(1)
    expect([frame.state.shown, wallet.getState().task]).toEqual([false, undefined])
    open.get('eth_call')?.resolve('0x')
    await turns()
    expect(await read).toBe('0x')
    wallet.rejectPending()
    await turns()
    expect(frame.names().filter((name) => name === 'rpcAbort').length).toBe(1)
  })

  it('shows one request after the other, and Escape leaves only the one that is shown', async () => {
    const { provider, frame, open } = await signedIn()
    const first = provider.request({ method: 'personal_sign', params: [] })
    const left = expect(first).rejects.toMatchObject({ code: 4001 })
    await turns()
    const second = provider.request({ method: 'eth_sendTransaction', params: [] })
    await turns()
    frame.cancel()
    await left
    expect(frame.state.shown).toBe(true)
    open.get('eth_sendTransaction')?.resolve('0xhash')
    await turns()
    expect(await second).toBe('0xhash')
    expect(frame.state.shown).toBe(false)
  })

  it('tells which accounts the page may use, and gives no other permission (EIP-2255)', async () => {
    const { provider, frame } = await signedIn()
    const caveats = [{ type: 'restrictReturnedAccounts', value: [address] }]
    const granted = [{ invoker: expect.any(String), parentCapability: 'eth_accounts', caveats }]
    const permit = (...params: unknown[]) => provider.request({ method: 'wallet_requestPermissions', params })
    expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual(granted)
    expect(await permit({ eth_accounts: {} })).toEqual(granted)
    await expect(permit({ eth_accounts: {}, camera: {} })).rejects.toMatchObject({ code: 4200 })
    for (const params of [[], [null], [{}], ['eth_accounts']])
      await expect(permit(...params)).rejects.toMatchObject({
        code: expect.toSatisfy((code) => code === -32602 || code === 4200),
      })
    expect(frame.names()).not.toContain('rpcRequest')
  })

  it('answers web3_clientVersion', async () => {
    const { provider } = await signedIn()
    expect(await provider.request({ method: 'web3_clientVersion' })).toMatch(/^Latchkey/)
  })

  it('has no permissions while signed out', async () => {
    const provider = (await visit(createFakeFrame()).connector.getProvider('eip155')) as Eip1193Provider
    expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual([])
    for (const method of ['eth_requestAccounts', 'wallet_requestPermissions', 'personal_sign', 'eth_sendTransaction'])
      await expect(provider.request({ method, params: [{ eth_accounts: {} }] })).rejects.toMatchObject({ code: 4100 })
  })

  it('rejects whatever is wrong with a request by a number of EIP-1193 or JSON-RPC', async () => {
    const { provider } = await signedIn({ rpcRequest: () => '0x' })
    const own = [
      'eth_requestAccounts',
      'wallet_switchEthereumChain',
      'wallet_getPermissions',
      'wallet_requestPermissions',
    ]
    const method = fc.oneof(
      fc.constantFrom(...safeRpcMethods, ...askRpcMethods, ...own, 'web3_clientVersion'),
      fc.anything(),
    )
    const junk = fc.oneof(fc.anything({ withBigInt: true, withDate: true, withMap: true }), fc.func(fc.anything()))
    const request = fc.oneof(fc.anything(), fc.record({ method, params: junk }, { requiredKeys: [] }))
    await fc.assert(
      fc.asyncProperty(request, async (given) => {
        const asked = provider.request(given as never).catch((error: unknown) => error)
        await turns()
        const error = await asked
        if (error instanceof Error)
          expect(error).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/./) })
        expect(error).not.toBeInstanceOf(TypeError)
      }),
      { numRuns: 300 },
    )
  })

  it('asks nothing of a person who is not signed in', async () => {
    const frame = createFakeFrame()
    const provider = (await visit(frame).connector.getProvider('eip155')) as Eip1193Provider
    await expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4100 })
    await expect(provider.request({ method: 'eth_sign' })).rejects.toMatchObject({ code: 4200 })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(frame.urls).toEqual([])
  })

  it('tells of accounts and chains as EIP-1193 says', async () => {
    const { provider, config } = await signedIn()
    const heard: unknown[] = []
    for (const event of ['accountsChanged', 'chainChanged', 'disconnect', 'connect']) {
      provider.on(event, (value: unknown) => heard.push([event, event === 'disconnect' ? '' : value]))
    }
    const moved = provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })
    await turns(24)
    expect(await moved).toBeNull()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89')
    await expect(
      provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x5' }] }),
    ).rejects.toMatchObject({ code: 4902 })
    const left = disconnect(config)
    await turns()
    await left
    expect(heard).toEqual([
      ['chainChanged', '0x89'],
      ['accountsChanged', []],
      ['disconnect', ''],
    ])
  })

  it('notices that the person was signed out elsewhere', async () => {
    const { provider, frame, config } = await signedIn({
      rpcRequest: () => {
        throw new LatchkeyError('UNAUTHORIZED', 'Nobody is signed in')
      },
    })
    const asked = () => expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4100 })
    const refused = asked()
    await turns(24)
    await refused
    expect(config.state.status).toBe('connected')
    frame.state.isSignedIn = false
    const over = asked()
    await turns(24)
    await over
    expect(config.state.status).toBe('disconnected')
  })
})

describe('the actions over it', () => {
  it('[S7-106] sign a message with the frame', async () => {
    const { config, open, frame } = await signedIn()
    const signed = signMessage(config, { message: 'hello' })
    await turns()
    expect(frame.payloadOf('rpcRequest')).toMatchObject({ method: 'personal_sign', params: ['0x68656c6c6f', address] })
    open.get('personal_sign')?.resolve(`0x${'11'.repeat(65)}`)
    await turns()
    expect(await signed).toBe(`0x${'11'.repeat(65)}`)
  })

  it('say what the frame said, by its code', async () => {
    const { config, wallet } = await signedIn()
    const sent = expect(sendTransaction(config, { to: address, value: 1n })).rejects.toMatchObject({
      code: 'ABORTED',
      message: 'Request was aborted',
    })
    await turns()
    wallet.rejectPending()
    await sent
  })

  it('connect with another network when it is asked for', async () => {
    const page = visit(createFakeFrame())
    const mailed = page.wallet.connectEmail({ email: 'ada@example.com' })
    await settle()
    await mailed
    const typed = page.wallet.connectOtp({ otp: '012345' })
    await turns()
    await typed
    const connected = connect(page.config, { connector: 'ID_AUTH', chainId: 'eip155:137' })
    await turns(24)
    expect((await connected).accounts).toEqual([`eip155:137:${address}`])
  })
})

describe('the frame that is shown', () => {
  it('is told what it is for, and shows it; without one the connector darkens the page itself', async () => {
    const { provider, frame, open, wallet } = await signedIn()
    const tasks: string[] = []
    let show = () => {}
    wallet.present((task, shown) => {
      tasks.push(task)
      show = shown.show
    })
    const asked = provider.request({ method: 'personal_sign', params: [] })
    await turns()
    expect([tasks, frame.state.shown]).toEqual([['approve'], false])
    show()
    expect([frame.state.shown, frame.state.isAlone]).toEqual([true, false])
    wallet.present(undefined)
    expect([frame.state.shown, frame.state.isAlone]).toEqual([true, true])
    open.get('personal_sign')?.resolve('0x')
    await turns()
    await asked
    show()
    expect(frame.state.shown).toBe(false)
  })
})
