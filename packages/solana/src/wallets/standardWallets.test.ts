import { createPublicKey, verify } from 'node:crypto'
import { connect, disconnect, getConnection, reconnect, switchChain } from '@latchkey/core'
import type { SignInRequest } from '@latchkey/protocol/siwx'
import { base58 } from '@scure/base'
import { getWallets } from '@wallet-standard/app'
import { registerWallet } from '@wallet-standard/wallet'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { familyChain, familyConfig, memoryOf, pageWith } from '../../../connectors/test/families.js'
import { createStandardWallet } from '../../test/standardWallet.js'
import { solanaDevnet, solanaMainnet } from '../chains.js'
import { solana } from '../solana.js'
import type { SolanaProvider } from '../solanaProvider.js'

const solanaLocal = familyChain('solana:11111111111111111111111111111111', 'Local Solana')

const id = 'solana:lark'
const namespace = 'solana'
type Networks = Parameters<typeof familyConfig>[0]['chains']

/** A page whose wallet registers itself with the standard's own library. */
function setUp(
  wallet = createStandardWallet(),
  chains: Networks = [solanaMainnet, solanaDevnet, solanaLocal],
  items = new Map<string, string>(),
) {
  const target = pageWith()
  vi.stubGlobal('window', target)
  registerWallet(wallet.wallet)
  const config = familyConfig({ chains, namespaces: [solana()], storage: memoryOf(items) })
  const provider = () => config.connectors[0]?.getProvider('solana') as Promise<SolanaProvider>
  return { ...wallet, config, target, items, provider }
}
async function connected(...parameters: Parameters<typeof setUp>) {
  const all = setUp(...parameters)
  await connect(all.config, { connector: id })
  return all
}
const verified = (publicKey: Uint8Array | undefined, message: Uint8Array, signature: Uint8Array) => {
  // The header that says "ed25519" to a library that did not make the signature.
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey ?? new Uint8Array(32)])
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}
afterEach(() => vi.unstubAllGlobals())

describe('finding wallets', () => {
  it('[S6-05] lists a wallet that was there before the page, and one that comes later, as announced', () => {
    const { config } = setUp()
    registerWallet(createStandardWallet({ name: 'Wren' }).wallet)
    expect(config.connectors).toMatchObject([
      { id, kind: 'announced', name: 'Lark', namespaces: ['solana'], icon: 'data:image/svg+xml;base64,PHN2Zy8+' },
      { id: 'solana:wren', kind: 'announced', name: 'Wren' },
    ])
  })

  it('finds what the library of the standard finds', () => {
    const { config } = setUp()
    const { get } = getWallets()
    registerWallet(createStandardWallet({ name: 'Wren' }).wallet)
    expect(get().map(({ name }) => name)).toEqual(['Lark', 'Wren'])
    expect(config.connectors.map(({ name }) => name)).toEqual(get().map(({ name }) => name))
  })

  it('gives one connector of a wallet of several families, for this one', () => {
    const wallet = createStandardWallet({ chains: ['solana:mainnet', 'bitcoin:mainnet'] })
    Object.assign(wallet.wallet.features, { 'bitcoin:connect': { connect: async () => ({ accounts: [] }) } })
    expect(setUp(wallet).config.connectors.map(({ id: one, namespaces }) => [one, namespaces])).toEqual([
      [id, ['solana']],
    ])
  })

  it('solana({ wallets: false }) does not search the page', () => {
    const { target } = setUp()
    const config = familyConfig({ chains: [solanaMainnet], namespaces: [solana({ target, wallets: false })] })
    expect(config.connectors).toEqual([])
  })

  it('a name that is taken stays with who came first, until that wallet leaves', async () => {
    const { config } = await connected()
    const second = createStandardWallet({ seeds: [9] })
    registerWallet(second.wallet)
    expect(config.connectors).toHaveLength(1)
    expect(getConnection(config, { namespace }).address).not.toBe(second.addresses[0])
  })

  it('error: a wallet that takes itself back is disconnected and says so, and may come again', async () => {
    const { wallet } = createStandardWallet()
    const page = pageWith()
    const alone = familyConfig({ chains: [solanaMainnet], namespaces: [solana({ target: page })] })
    let leave = () => {}
    const register = (given: unknown) =>
      page.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', {
          detail: (api: { register(wallet: unknown): () => void }) => {
            leave = api.register(given)
          },
        }),
      )
    register(wallet)
    await connect(alone, { connector: id })
    leave()
    leave()
    expect(getConnection(alone, { namespace }).status).toBe('disconnected')
    await expect(connect(alone, { connector: id })).rejects.toMatchObject({ code: 'WALLET_DISCONNECTED' })
    register(wallet)
    await connect(alone, { connector: id })
    expect(getConnection(alone, { namespace }).status).toBe('connected')
  })

  it.each([
    ['nothing', undefined],
    ['no name', { ...createStandardWallet().wallet, name: '\u202e\u200b' }],
    ['no features', { name: 'x', icon: 'x', chains: ['solana:mainnet'] }],
    ['invalid chains', { ...createStandardWallet().wallet, chains: 'solana:mainnet' }],
    ['another family', createStandardWallet({ chains: ['sui:mainnet'] }).wallet],
    [
      'a trap',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('hostile')
          },
        },
      ),
    ],
  ])('hostile: %s is no wallet, and the honest one beside it is listed', (_, hostile) => {
    const target = pageWith()
    vi.stubGlobal('window', target)
    registerWallet(hostile as never)
    registerWallet(createStandardWallet().wallet)
    const config = familyConfig({ chains: [solanaMainnet], namespaces: [solana()] })
    expect(config.connectors.map(({ name }) => name)).toEqual(['Lark'])
  })

  it('hostile: a detail that is invalid or throws, and ten thousand wallets', () => {
    const { config, target } = setUp()
    const detail = () => {
      throw new Error('hostile')
    }
    for (const each of [undefined, 'x', {}, detail])
      target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: each }))
    const { wallet } = createStandardWallet()
    const { name: _, ...rest } = Object.getOwnPropertyDescriptors(wallet)
    const crowd = Array.from({ length: 10_000 }, (__, at) => Object.defineProperties({ name: `W ${at}` }, rest))
    const register = (api: { register(...wallets: unknown[]): void }) => api.register(...crowd)
    target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    expect(config.connectors).toHaveLength(256)
  })

  it('hostile: a name is one clean line, and an icon that asks somebody is left out', () => {
    const wallet = createStandardWallet({ name: '<b>Lark\u202e\n</b>', icon: 'https://tracker.invalid/x.png' })
    const [connector] = setUp(wallet).config.connectors
    expect(connector).toMatchObject({ name: '<b>Lark </b>' })
    expect(connector).not.toHaveProperty('icon')
  })

  it('without a window nothing is found, and after destroy nothing more', () => {
    expect(familyConfig({ chains: [solanaMainnet], namespaces: [solana()] }).connectors).toEqual([])
    const { config } = setUp()
    config.destroy()
    registerWallet(createStandardWallet({ name: 'Wren' }).wallet)
    expect(config.connectors).toHaveLength(1)
  })
})

describe('connecting', () => {
  it('connects to the first network, with the networks that the wallet has', async () => {
    const { config, addresses } = await connected(
      createStandardWallet({ chains: ['solana:devnet', 'solana:localnet'] }),
    )
    expect(getConnection(config, { namespace })).toMatchObject({
      status: 'connected',
      address: addresses[0],
      chainId: solanaDevnet.caipNetworkId,
    })
    expect(config.state.connections.get(id)?.approved).toEqual([solanaDevnet.caipNetworkId, solanaLocal.caipNetworkId])
  })

  it.each([
    ['number', 'CONNECTION_REJECTED'],
    ['text', 'CONNECTION_REJECTED'],
    ['standard', 'CONNECTION_REJECTED'],
  ] as const)('error: declined, said by a %s, ends in %s and works again afterwards', async (reject, code) => {
    const { config, faults } = setUp()
    faults.reject = reject
    await expect(connect(config, { connector: id })).rejects.toMatchObject({ code })
    faults.reject = false
    await connect(config, { connector: id })
    expect(getConnection(config, { namespace }).status).toBe('connected')
  })

  it.each([[null], ['x'], [[null]], [[{}]], [[{ address: 'banana', chains: ['solana:mainnet'] }]], [[]]])(
    'error: accounts that are %j are a bad answer',
    async (accounts) => {
      const { config, show, faults } = setUp()
      faults.nonsense = { accounts: [] }
      show(accounts)
      await expect(connect(config, { connector: id })).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
      expect(getConnection(config, { namespace }).status).toBe('disconnected')
    },
  )

  it.each([null, {}, 7, { accounts: 'x' }])('error: %j is no answer to being asked to connect', async (nonsense) => {
    const { config, faults } = setUp()
    faults.nonsense = nonsense
    await expect(connect(config, { connector: id })).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })

  it('error: a network that the wallet does not have is named', async () => {
    const { config } = setUp(createStandardWallet({ chains: ['solana:mainnet'] }))
    await expect(connect(config, { connector: id, chainId: solanaDevnet.caipNetworkId })).rejects.toMatchObject({
      code: 'CHAIN_MISMATCH',
      message: 'Lark is not on Solana Devnet.',
    })
  })

  it('is resumed after a reload without a prompt, on the network that was chosen', async () => {
    const { config, items, wallet, faults, calls } = await connected()
    await switchChain(config, { chainId: solanaDevnet.caipNetworkId })
    config.destroy()
    calls.length = 0
    const next = setUp({ ...createStandardWallet(), wallet } as never, undefined, items).config
    await reconnect(next)
    expect(getConnection(next, { namespace })).toMatchObject({
      status: 'connected',
      chainId: solanaDevnet.caipNetworkId,
    })
    expect(calls).toEqual([{ feature: 'standard:connect', inputs: [{ silent: true }] }])
    next.destroy()
    faults.locked = true
    Object.defineProperty(wallet, 'accounts', { value: [] })
    const after = setUp({ ...createStandardWallet(), wallet } as never, undefined, items).config
    await reconnect(after)
    expect(getConnection(after, { namespace }).status).toBe('disconnected')
  })

  it('error: a wallet that refuses to be asked silently is disconnected, without a prompt', async () => {
    const { config, items, wallet } = await connected()
    config.destroy()
    const asked: unknown[] = []
    const connectSilently = async (input: unknown) => {
      asked.push(input)
      throw Object.assign(new Error('Not trusted'), { code: 4001 })
    }
    wallet.features['standard:connect'] = { version: '1.0.0', connect: connectSilently }
    const next = setUp({ ...createStandardWallet(), wallet } as never, undefined, items).config
    await reconnect(next)
    expect(next.state.connections.size).toBe(0)
    expect(asked).toEqual([{ silent: true }])
  })

  it('switches among the networks that the wallet has, and says clearly of another that it has not', async () => {
    const { config } = await connected(createStandardWallet({ chains: ['solana:mainnet', 'solana:localnet'] }))
    await switchChain(config, { chainId: solanaLocal.caipNetworkId })
    expect(getConnection(config, { namespace }).caipAddress).toMatch(solanaLocal.caipNetworkId)
    await expect(switchChain(config, { chainId: solanaDevnet.caipNetworkId })).rejects.toMatchObject({
      code: 'CHAIN_SWITCH_REFUSED',
      message: 'Lark has no account on Solana Devnet.',
    })
    expect(config.state.chainIds.solana).toBe(solanaLocal.caipNetworkId)
  })

  it('disconnects in the wallet too, and listens no more', async () => {
    const { config, calls, listeners } = await connected()
    await disconnect(config)
    expect(calls.at(-1)?.feature).toBe('standard:disconnect')
    await expect.poll(() => listeners.size).toBe(0)
  })
})

describe('a wallet that acts by itself', () => {
  it('[S4-33] changes its account, and takes its permission back', async () => {
    const { config, choose, addresses, listeners } = await connected()
    choose(1)
    await expect.poll(() => getConnection(config, { namespace }).address).toBe(addresses[1])
    const heard: string[] = []
    config.events.on(({ type }) => heard.push(type))
    choose()
    await expect.poll(() => getConnection(config, { namespace }).status).toBe('disconnected')
    expect(heard).toEqual(['disconnect'])
    await expect.poll(() => listeners.size).toBe(0)
  })

  it('error: nonsense changes nothing of what was true', async () => {
    const { config, show, addresses } = await connected()
    show([{ address: '<script>', chains: ['solana:mainnet'] }])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(getConnection(config, { namespace })).toMatchObject({ status: 'connected', address: addresses[0] })
  })
})

describe('signing on Solana', () => {
  const message = new TextEncoder().encode('Hello')
  const chainId = solanaMainnet.caipNetworkId

  it('signs a message, and OpenSSL knows by whom', async () => {
    const { provider, addresses, publicKeys } = await connected()
    const signature = await (await provider()).signMessage({ address: addresses[1] ?? '', message })
    expect(verified(publicKeys[1], message, signature)).toBe(true)
    expect(verified(publicKeys[0], message, signature)).toBe(false)
  })

  it('signs one transaction, many with one request, and sends one; each on the network as the standard calls it', async () => {
    const { provider, addresses, publicKeys, calls } = await connected()
    const solana = await provider()
    const request = { address: addresses[0] ?? '', chainId: solanaLocal.caipNetworkId }
    const transactions = [new Uint8Array([1, 2]), new Uint8Array([3, 4])] as const
    const one = await solana.signTransaction({ ...request, transaction: transactions[0] })
    expect(verified(publicKeys[0], one.slice(64), one.slice(0, 64))).toBe(true)
    expect(await solana.signAllTransactions({ ...request, transactions })).toHaveLength(2)
    const options = { skipPreflight: true }
    const sent = await solana.signAndSendTransaction?.({ ...request, transaction: transactions[1], options })
    expect(verified(publicKeys[0], transactions[1], base58.decode(sent ?? ''))).toBe(true)
    const asked = calls.filter(({ feature }) => feature.startsWith('solana:'))
    expect(asked.map(({ inputs }) => inputs.length)).toEqual([1, 2, 1])
    for (const { inputs } of asked) expect(inputs[0]).toMatchObject({ chain: 'solana:localnet' })
    expect(asked.at(-1)?.inputs[0]).toMatchObject({ options })
  })

  it('a wallet that cannot send or sign in says so by what it offers', async () => {
    const fixture = createStandardWallet()
    delete fixture.wallet.features['solana:signAndSendTransaction']
    delete fixture.wallet.features['solana:signIn']
    const { provider } = await connected(fixture)
    expect(Object.keys(await provider())).toEqual(['signMessage', 'signTransaction', 'signAllTransactions'])
  })

  it('error: declined, nonsense, another message, an account that is not its own, a feature that it lacks', async () => {
    const { provider, addresses, faults, wallet } = await connected()
    const solana = await provider()
    const request = { address: addresses[0] ?? '', message }
    faults.reject = 'standard'
    await expect(solana.signMessage(request)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    faults.reject = false
    for (const nonsense of [null, [], [{}], [{ signedMessage: message, signature: new Uint8Array(3) }], [1, 2]]) {
      faults.nonsense = nonsense
      await expect(solana.signMessage(request)).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    }
    faults.nonsense = undefined
    faults.prefixed = true
    await expect(solana.signMessage(request)).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    const transaction = new Uint8Array([1])
    await expect(solana.signMessage({ ...request, address: 'other' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(solana.signTransaction({ address: 'other', chainId, transaction })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    delete wallet.features['solana:signTransaction']
    await expect(solana.signTransaction({ address: addresses[0] ?? '', chainId, transaction })).rejects.toMatchObject({
      code: 'UNSUPPORTED_METHOD',
    })
  })
})

describe('signing in on Solana', () => {
  const signIn: SignInRequest = { domain: 'app.example', uri: 'https://app.example', version: '1', nonce: 'abcdef0123' }
  const connector = (all: ReturnType<typeof setUp>) => all.config.connectors[0]

  it('connects and signs in with one approval', async () => {
    const all = setUp()
    const session = await connector(all)?.connect({ signIn, chainId: solanaDevnet.caipNetworkId })
    const [proof] = session?.signIn ?? []
    expect(proof).toMatchObject({ account: `${solanaDevnet.caipNetworkId}:${all.addresses[0]}` })
    expect(proof?.message).toContain('Chain ID: solana:devnet\nNonce: abcdef0123')
    const bytes = new TextEncoder().encode(proof?.message)
    expect(verified(all.publicKeys[0], bytes, base58.decode(proof?.signature ?? ''))).toBe(true)
    expect(all.calls.map(({ feature }) => feature)).toEqual(['solana:signIn'])
  })

  it('a wallet that cannot is connected without', async () => {
    const fixture = createStandardWallet()
    delete fixture.wallet.features['solana:signIn']
    const session = await connector(setUp(fixture))?.connect({ signIn })
    expect(session?.accounts).toHaveLength(2)
    expect(session).not.toHaveProperty('signIn')
  })

  it.each([
    ['another domain', 'evil.example wants you to sign in with your Solana account:\nADDRESS\n\nNonce: abcdef0123'],
    ['another nonce', 'app.example wants you to sign in with your Solana account:\nADDRESS\n\nNonce: abcdef01234'],
    ['another account', 'app.example wants you to sign in with your Solana account:\nx\n\nNonce: abcdef0123'],
  ])('error: a text for %s is refused', async (_, text) => {
    const all = setUp()
    const signedMessage = new TextEncoder().encode(text.replace('ADDRESS', all.addresses[0] ?? ''))
    all.faults.nonsense = [{ account: { address: all.addresses[0] }, signedMessage, signature: new Uint8Array(64) }]
    await expect(connector(all)?.connect({ signIn })).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })
})
