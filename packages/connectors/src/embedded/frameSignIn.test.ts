import { bitcoin as bitcoinFamily } from '@latchkey/bitcoin'
import { connect, getConnection, localSignIn, toChain } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { formatSignInMessage, type SignInMessage, type SignInRequest } from '@latchkey/protocol/siwx'
import { solana as solanaFamily } from '@latchkey/solana'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveAll, memory, visit } from '../../test/embeddedPage.js'
import { createFakeFrame, settle, turns } from '../../test/fakeFrame.js'

const chain = (chainNamespace: 'solana' | 'bip122', id: string, symbol: string, decimals: number) =>
  toChain({
    id,
    name: symbol,
    chainNamespace,
    nativeCurrency: { name: symbol, symbol, decimals },
    rpcUrls: { default: { http: [`https://${chainNamespace}.example`] } },
  })
const solana = chain('solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'SOL', 9)
const bitcoin = chain('bip122', '000000000019d6689c085ae165831e93', 'BTC', 8)

// A wallet whose keys a library has, which is not the one that checks what they sign.
const evm = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const secret = new Uint8Array(32).fill(7)
const solanaAddress = base58.encode(ed25519.getPublicKey(secret))
const payment = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'

const place = { domain: 'app.example', uri: 'https://app.example' }
type Asked = { chainId: number | string; siwxMessage?: SignInMessage }
type Rpc = { method: string; params: { message?: string } & [string, string]; chainNamespace: string }

/** The wallet's own frame: signs with the account of who has just typed a code, and asks for everything else. */
function createWallet(options: { isFresh?: boolean; refusal?: LatchkeyError; never?: boolean } = {}) {
  let isFresh = options.isFresh ?? true
  const frame = createFakeFrame({
    async getUser({ chainId, siwxMessage }: Asked) {
      const address = chainId === 1 ? evm.address : chainId === bitcoin.caipNetworkId ? payment : solanaAddress
      const user = { address, chainId, email: 'ada@example.com' }
      if (!siwxMessage || !isFresh) return user
      isFresh = false
      if (siwxMessage.domain !== place.domain) throw new LatchkeyError('INVALID_PARAMS', 'It is for another site')
      const message = formatSignInMessage({ ...siwxMessage, accountAddress: address })
      return { ...user, message, siwxMessage, signature: await evm.signMessage({ message }) }
    },
    async rpcRequest({ method, params }: Rpc) {
      if (method === 'getAccountAddresses')
        return [{ address: payment, intention: 'payment', publicKey: `02${'11'.repeat(32)}` }]
      if (options.never) return new Promise(() => {})
      if (options.refusal) throw options.refusal
      if (method === 'personal_sign') return evm.signMessage({ message: { raw: params[0] as `0x${string}` } })
      if (method === 'solana_signMessage')
        return { signature: base58.encode(ed25519.sign(base58.decode(params.message ?? ''), secret)) }
      return { signature: base64.encode(new Uint8Array(65).fill(1)) }
    },
  })
  return frame
}

/** Lets what is under way go on until it is over; imports and ports take real turns. */
async function done<T>(promise: Promise<T>): Promise<T> {
  let isOver = false
  promise.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  while (!isOver) await turns(4)
  return promise
}

async function signedUp(frame: ReturnType<typeof createWallet>, more: NonNullable<Parameters<typeof visit>[2]> = {}) {
  const page = visit(frame, memory(), {
    chains: [mainnet, solana, bitcoin],
    namespaces: [solanaFamily({ wallets: false }), bitcoinFamily({ wallets: false })],
    ...more,
  })
  const mailed = page.wallet.connectEmail({ email: 'ada@example.com' })
  await settle()
  await mailed
  await done(page.wallet.enterCode({ purpose: 'login' }))
  return page
}

const approvals = (frame: ReturnType<typeof createWallet>) =>
  frame.asked.filter(({ name, payload }) => name === 'rpcRequest' && (payload as Rpc).method !== 'getAccountAddresses')
    .length

const request: SignInRequest = { ...place, version: '1', nonce: 'abcdefgh12345678', statement: 'Hello.' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  leaveAll()
  vi.useRealTimers()
})

describe('signing in with the sign-in by e-mail', () => {
  it('behavior: who has just typed a code is signed in to the page too, and is asked nothing more', async () => {
    const frame = createWallet()
    const { config } = await signedUp(frame, { siwx: localSignIn(place) })
    await vi.waitFor(() => expect(config.signIn?.getState().status).toBe('idle'))
    await done(connect(config, { connector: 'ID_AUTH' }))
    await vi.waitFor(() =>
      expect(config.signIn?.getState()).toMatchObject({
        status: 'signedIn',
        account: `eip155:1:${evm.address}`,
        session: { data: { domain: place.domain, chainId: 'eip155:1' } },
      }),
    )
    expect(approvals(frame)).toBe(0)
    expect([frame.state.shown, getConnection(config).address]).toEqual([false, evm.address])
  })

  it('behavior: on Solana the same frame asks once, and its signature is one of the account', async () => {
    const frame = createWallet()
    const { config } = await signedUp(frame, { siwx: localSignIn(place), defaultChain: solana })
    await done(connect(config, { connector: 'ID_AUTH' }))
    await vi.waitFor(() =>
      expect(config.signIn?.getState()).toMatchObject({
        status: 'signedIn',
        account: `${solana.caipNetworkId}:${solanaAddress}`,
      }),
    )
    expect(approvals(frame)).toBe(1)
    expect(frame.state.shown).toBe(false)
  })

  it('behavior: on Bitcoin what the frame signed comes with the public key that checks it', async () => {
    const frame = createWallet()
    const { connector } = await signedUp(frame)
    const session = await done(connector.connect({ signIn: request, chainId: bitcoin.caipNetworkId }))
    expect(session.signIn).toEqual([
      {
        account: `${bitcoin.caipNetworkId}:${payment}`,
        message: expect.stringContaining('sign in with your Bitcoin account:') as string,
        signature: base64.encode(new Uint8Array(65).fill(1)),
        publicKey: `02${'11'.repeat(32)}`,
      },
    ])
    expect(frame.asked.at(-1)?.payload ?? {}).not.toHaveProperty('siwxMessage')
    expect(approvals(frame)).toBe(1)
  })

  it('behavior: who was signed in to the wallet before approves it in the frame, by the text that the page asked for', async () => {
    const frame = createWallet({ isFresh: false })
    const { connector } = await signedUp(frame)
    const session = await done(connector.connect({ signIn: request }))
    const [proof] = session.signIn ?? []
    expect(proof?.account).toBe(`eip155:1:${evm.address}`)
    expect(proof?.message).toContain('Hello.')
    expect(proof?.signature).toBe(await evm.signMessage({ message: proof?.message ?? '' }))
    expect(approvals(frame)).toBe(1)
  })
})

describe('where the frame does not sign', () => {
  it('error: refused there, the person is connected all the same, and the page asks', async () => {
    const frame = createWallet({ isFresh: false, refusal: new LatchkeyError('USER_REJECTED', 'No') })
    const { config } = await signedUp(frame, { siwx: localSignIn(place) })
    await done(connect(config, { connector: 'ID_AUTH' }))
    await vi.waitFor(() => expect(config.signIn?.getState().status).toBe('unsigned'))
    expect(getConnection(config)).toMatchObject({ status: 'connected', address: evm.address })
    expect(frame.state.shown).toBe(false)
  })

  it('error: a message for another site is signed by nobody, and keeps nobody outside', async () => {
    const frame = createWallet()
    const { connector } = await signedUp(frame)
    const session = await done(connector.connect({ signIn: { ...request, domain: 'other.example' } }))
    expect(session).toMatchObject({ accounts: [`eip155:1:${evm.address}`, expect.anything(), expect.anything()] })
    expect(session.signIn).toBeUndefined()
    expect(approvals(frame)).toBe(0)
  })

  it.each(['leaves the frame', 'never looks'])(
    'behavior: a person who %s is connected, and asked by the page',
    async (how) => {
      const frame = createWallet({ isFresh: false, never: true })
      const { connector } = await signedUp(frame)
      const connecting = connector.connect({ signIn: request })
      while (approvals(frame) === 0) await turns(4)
      expect(frame.state.shown).toBe(true)
      if (how === 'leaves the frame') frame.cancel()
      else await vi.advanceTimersByTimeAsync(60_000)
      const session = await done(connecting)
      expect(session.signIn).toBeUndefined()
      expect(frame.state.shown).toBe(false)
    },
  )

  it('error: what was signed in place of what was asked for is not kept', async () => {
    const frame = createFakeFrame({
      async getUser({ chainId, siwxMessage }: Asked) {
        if (!siwxMessage) return { address: evm.address, chainId }
        const message = formatSignInMessage({ ...siwxMessage, accountAddress: evm.address, nonce: 'another123' })
        return { address: evm.address, chainId, message, signature: await evm.signMessage({ message }) }
      },
    })
    const { config } = await signedUp(frame, { siwx: localSignIn(place), chains: [mainnet] })
    await done(connect(config, { connector: 'ID_AUTH' }))
    await vi.waitFor(() => expect(config.signIn?.getState().status).toBe('unsigned'))
    expect(getConnection(config).status).toBe('connected')
  })
})
