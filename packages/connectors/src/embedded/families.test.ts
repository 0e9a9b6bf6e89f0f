import { bitcoin as bitcoinFamily } from '@latchkey/bitcoin'
import { toChain } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import type { ChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { BitcoinProvider } from '@latchkey/protocol/internal/bitcoin'
import { type SolanaProvider, solana as solanaFamily } from '@latchkey/solana'
import { base58, base64 } from '@scure/base'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveAll, memory, signIn, visit } from '../../test/embeddedPage.js'
import { address, createFakeFrame, settle, turns } from '../../test/fakeFrame.js'

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
const chains = [mainnet, solana, bitcoin] as const
const namespaces = [solanaFamily({ wallets: false }), bitcoinFamily({ wallets: false })]
const key = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
const payment = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
const ordinal = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const keys = [`02${'11'.repeat(32)}`, '22'.repeat(32)]
const addressesOf = (isOpen = true) => [
  { address: payment, intention: 'payment', path: "m/84'/0'/0'/0/0", ...(isOpen ? { publicKey: keys[0] } : {}) },
  { address: ordinal, intention: 'ordinal', path: "m/86'/0'/0'/0/0", ...(isOpen ? { publicKey: keys[1] } : {}) },
]
type Rpc = { method: string; params: Record<string, unknown>; chainNamespace: string; chainId: unknown }
type Answers = { readonly [method: string]: unknown }

/** A wallet that answers each request by its method; what is asked of it is kept. */
function createFrame(answers: Answers = {}) {
  const frame = createFakeFrame({
    getUser: ({ chainId }: { chainId: number | string }) => ({
      address: chainId === 1 ? address : chainId === bitcoin.caipNetworkId ? payment : key,
      chainId,
      email: 'ada@example.com',
    }),
    rpcRequest({ method }: Rpc) {
      const answer = { getAccountAddresses: addressesOf(), ...answers }[method]
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { ...frame, last: () => frame.payloadOf('rpcRequest') as Rpc }
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

async function connected(answers?: Answers) {
  const frame = createFrame(answers)
  const store = memory()
  const page = visit(frame, store, { chains, namespaces })
  await done(signIn(page))
  return { ...page, frame, store }
}
const sessionOf = ({ connector }: Pick<Awaited<ReturnType<typeof connected>>, 'connector'>) =>
  done(connector.connect({}))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  leaveAll()
  vi.useRealTimers()
})

describe('the session', () => {
  const facts = (isKnown: boolean) => ({
    [`${bitcoin.caipNetworkId}:${payment}`]: {
      type: 'payment',
      path: "m/84'/0'/0'/0/0",
      ...(isKnown ? { publicKey: keys[0] } : {}),
    },
    [`${bitcoin.caipNetworkId}:${ordinal}`]: {
      type: 'ordinal',
      path: "m/86'/0'/0'/0/0",
      ...(isKnown ? { publicKey: keys[1] } : {}),
    },
  })

  it('behavior: it has the account of each family, of Bitcoin both with what is known of them', async () => {
    const session = await sessionOf(await connected())
    expect(session.accounts).toEqual([
      `eip155:1:${address}`,
      `${solana.caipNetworkId}:${key}`,
      `${bitcoin.caipNetworkId}:${payment}`,
      `${bitcoin.caipNetworkId}:${ordinal}`,
    ])
    expect(session.chains).toEqual({ eip155: 'eip155:1', solana: solana.caipNetworkId, bip122: bitcoin.caipNetworkId })
    expect(session.facts).toEqual(facts(true))
  })

  it('error: a family that the app has not set up is not asked for, and has no provider', async () => {
    const frame = createFrame()
    const page = visit(frame, memory(), { chains, namespaces: [solanaFamily({ wallets: false })] })
    expect(page.connector.namespaces).toEqual(['eip155', 'solana'])
    const { accounts } = await done(signIn(page))
    expect(accounts).toEqual([`eip155:1:${address}`, `${solana.caipNetworkId}:${key}`])
    await expect(done(page.connector.getProvider('bip122'))).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
  })

  it('behavior: public keys that a locked wallet does not tell are those that it told before', async () => {
    expect((await sessionOf(await connected({ getAccountAddresses: addressesOf(false) }))).facts).toEqual(facts(false))
    const { store } = await connected()
    const next = createFrame({ getAccountAddresses: addressesOf(false) })
    next.state.isSignedIn = true
    const { connector } = visit(next, store, { chains, namespaces })
    const back = connector.reconnect()
    await settle()
    expect((await done(back))?.facts).toEqual(facts(true))
  })

  it.each([
    ['names another account first', [...addressesOf()].reverse()],
    ['is no list', 'x'],
    ['is empty', []],
    ['has an invalid path', [{ address: payment, intention: 'payment', path: '../x' }]],
    ['has an invalid key', [{ address: payment, intention: 'payment', publicKey: 'x' }]],
  ])('error: goes without Bitcoin when the answer %s', async (_, getAccountAddresses) => {
    const session = await sessionOf(await connected({ getAccountAddresses }))
    expect(session.accounts).toEqual([`eip155:1:${address}`, `${solana.caipNetworkId}:${key}`])
  })
})

describe('Solana', () => {
  const signature = new Uint8Array(64).fill(3)
  const transaction = new Uint8Array([1, 2, 3])
  const signed = new Uint8Array([4, 5, 6])
  const chainId: ChainId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
  async function open(answers: Answers) {
    const page = await connected(answers)
    return { ...page, provider: (await done(page.connector.getProvider('solana'))) as SolanaProvider }
  }

  it('behavior: messages and transactions go as base58 and come back as bytes', async () => {
    const { provider, frame } = await open({
      solana_signMessage: { signature: base58.encode(signature) },
      solana_signTransaction: { transaction: base58.encode(signed) },
      solana_signAllTransactions: { transactions: [base58.encode(signed), base58.encode(transaction)] },
      solana_signAndSendTransaction: { signature: base58.encode(signature) },
    })
    expect(await done(provider.signMessage({ address: key, message: transaction }))).toEqual(signature)
    expect(frame.last()).toMatchObject({ params: { message: base58.encode(transaction), pubkey: key } })
    expect(await done(provider.signTransaction({ address: key, chainId, transaction }))).toEqual(signed)
    expect(frame.last()).toMatchObject({ chainId, chainNamespace: 'solana' })
    const all = provider.signAllTransactions({ address: key, chainId, transactions: [transaction, transaction] })
    expect(await done(all)).toEqual([signed, transaction])
    const options = { preflightCommitment: 'confirmed', maxRetries: 2 } as const
    const sent = provider.signAndSendTransaction?.({ address: key, chainId, transaction, options })
    expect(await done(Promise.resolve(sent))).toBe(base58.encode(signature))
    expect(frame.last()).toMatchObject({ params: { transaction: base58.encode(transaction), options } })
  })

  it('error: asks nothing for an account that is not its own', async () => {
    const { provider, frame } = await open({})
    const count = frame.names().length
    const asked = provider.signMessage({ address: base58.encode(new Uint8Array(32).fill(9)), message: transaction })
    await expect(done(asked)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(frame.names()).toHaveLength(count)
  })

  it.each([undefined, null, {}, { signature: 5 }, { signature: '0OIl' }, { signature: base58.encode(signed) }])(
    'error: takes no %j for a signature',
    async (answer) => {
      const { provider } = await open({ solana_signMessage: answer })
      await expect(done(provider.signMessage({ address: key, message: transaction }))).rejects.toMatchObject({
        code: 'WALLET_BAD_ANSWER',
      })
    },
  )

  it('error: what the person refuses keeps its code', async () => {
    const { provider } = await open({ solana_signTransaction: new LatchkeyError('USER_REJECTED', 'No') })
    await expect(done(provider.signTransaction({ address: key, chainId, transaction }))).rejects.toMatchObject({
      code: 'USER_REJECTED',
    })
  })
})

describe('Bitcoin', () => {
  const psbt = new Uint8Array([0x70, 0x73])
  const txid = 'ab'.repeat(32)
  const chainId = bitcoin.caipNetworkId
  async function open(answers: Answers) {
    const page = await connected(answers)
    return { ...page, provider: (await done(page.connector.getProvider('bip122'))) as BitcoinProvider }
  }

  it('behavior: accounts, messages, PSBTs and transfers are what the contract says', async () => {
    const { provider, frame } = await open({
      signMessage: { address: payment, signature: base64.encode(psbt) },
      signPsbt: { psbt: base64.encode(psbt), txid },
      sendTransfer: { txid },
    })
    expect(await done(provider.getAccounts())).toEqual([
      { account: `${chainId}:${payment}`, type: 'payment', publicKey: keys[0], path: "m/84'/0'/0'/0/0" },
      { account: `${chainId}:${ordinal}`, type: 'ordinal', publicKey: keys[1], path: "m/86'/0'/0'/0/0" },
    ])
    const message = provider.signMessage({ address: payment, message: 'Ahoy', protocol: 'ecdsa' })
    expect(await done(message)).toBe(base64.encode(psbt))
    expect(frame.last().params).toEqual({ account: payment, message: 'Ahoy', protocol: 'ecdsa' })
    const inputs = [{ index: 0, address: payment, sighashTypes: [1] }]
    expect(await done(provider.signPsbt({ chainId, psbt, inputs, broadcast: true }))).toEqual({ psbt, txid })
    expect(frame.last()).toMatchObject({
      chainNamespace: 'bip122',
      params: { psbt: base64.encode(psbt), signInputs: inputs, broadcast: true },
    })
    expect(await done(provider.signPsbt({ chainId, psbt, inputs }))).toEqual({ psbt })
    const sent = provider.sendTransfer?.({ address: payment, chainId, to: ordinal, amount: 150_000n })
    expect(await done(Promise.resolve(sent))).toBe(txid)
    expect(frame.last().params).toEqual({ account: payment, recipientAddress: ordinal, amount: '150000' })
  })

  it('behavior: the frame is shown for what a person decides, and not for the question after accounts', async () => {
    const { provider, frame, wallet } = await open({ signMessage: { signature: base64.encode(psbt) } })
    const tasks: unknown[] = []
    wallet.subscribe(() => tasks.push(wallet.getState().task))
    await done(provider.getAccounts())
    expect(tasks.filter((task) => task !== undefined)).toEqual([])
    await done(provider.signMessage({ address: payment, message: 'Ahoy' }))
    expect(tasks).toContain('approve')
    expect(frame.state.shown).toBe(false)
  })

  it.each([
    ['signMessage', undefined],
    ['signMessage', { signature: '!' }],
    ['sendTransfer', { txid: 'x' }],
    ['sendTransfer', null],
  ])('error: %s takes no answer %j', async (method, answer) => {
    const { provider } = await open({ [method]: answer })
    const asked =
      method === 'signMessage'
        ? provider.signMessage({ address: payment, message: 'Ahoy' })
        : provider.sendTransfer?.({ address: payment, chainId, to: ordinal, amount: 1n })
    await expect(done(Promise.resolve(asked))).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })
})
