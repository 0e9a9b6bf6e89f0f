import { connect, disconnect, getConnection, reconnect, switchChain } from '@latchkey/core'
import {
  cryptoWaitReady,
  encodeAddress,
  signatureVerify,
  sr25519PairFromSeed,
  sr25519Sign,
} from '@polkadot/util-crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  bitcoinMainnet,
  familyConfig,
  memoryOf,
  pageWith,
  polkadotLocal,
  polkadotMainnet,
} from '../../../connectors/test/families.js'
import { polkadot } from '../polkadot.js'
import type { PolkadotProvider } from '../polkadotProvider.js'

const namespace = 'polkadot'
const toHex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
type Networks = Parameters<typeof familyConfig>[0]['chains']
const allChains: Networks = [polkadotLocal, polkadotMainnet]

beforeAll(() => cryptoWaitReady())

/** What extensions put around a message before they sign it, so that it can be no transaction. */
const wrapped = (message: Uint8Array) =>
  new Uint8Array(Buffer.concat([Buffer.from('<Bytes>'), message, Buffer.from('</Bytes>')]))

/** An extension of the convention with real sr25519 keys; it wraps what it signs, as extensions do. */
function createExtension() {
  const keys = [1, 2].map((seed) => {
    const pair = sr25519PairFromSeed(new Uint8Array(32).fill(seed))
    return { pair, address: encodeAddress(pair.publicKey, 42) }
  })
  const faults = { refuse: '', signRefuse: '', nonsense: undefined as unknown, given: undefined as unknown }
  const calls: { method: string; params: unknown[] }[] = []
  const listeners = new Set<(accounts: unknown) => void>()
  let accounts: unknown = [
    { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'ethereum' },
    ...keys.map(({ address }) => ({ address, type: 'sr25519', genesisHash: null })),
  ]
  const extension = {
    version: '1',
    async enable(origin: string) {
      calls.push({ method: 'enable', params: [origin] })
      if (faults.refuse) throw new Error(faults.refuse)
      if (faults.given !== undefined) return faults.given
      return {
        accounts: {
          get: async () => accounts,
          subscribe(listener: (told: unknown) => void) {
            listeners.add(listener)
            listener(accounts)
            return () => listeners.delete(listener)
          },
        },
        signer: {
          async signRaw(request: { address: string; data: string; type: string }) {
            calls.push({ method: 'signRaw', params: [request] })
            if (faults.signRefuse) throw new Error(faults.signRefuse)
            if (faults.nonsense !== undefined) return faults.nonsense
            const pair = keys.find(({ address }) => address === request.address)?.pair
            if (!pair) throw new Error('No such account')
            return { id: 1, signature: toHex(sr25519Sign(wrapped(Buffer.from(request.data.slice(2), 'hex')), pair)) }
          },
          async signPayload(payload: unknown) {
            calls.push({ method: 'signPayload', params: [payload] })
            return { id: 2, signature: `0x01${'ab'.repeat(64)}` }
          },
        },
      }
    },
  }
  return {
    extension,
    faults,
    calls,
    listeners,
    addresses: keys.map(({ address }) => address),
    show(next: unknown) {
      accounts = next
      for (const listener of [...listeners]) listener(next)
    },
  }
}

function setUp({ wallet = createExtension(), chains = allChains, items = new Map<string, string>() } = {}) {
  const page = pageWith({ injectedWeb3: { 'subwallet-js': wallet.extension } })
  const config = familyConfig({
    chains,
    namespaces: [polkadot({ target: page })],
    storage: memoryOf(items),
    metadata: { name: 'Example', description: '', url: 'https://app.example', icons: [] },
  })
  const provider = () => config.connectors[0]?.getProvider(namespace) as Promise<PolkadotProvider>
  return { ...wallet, wallet, page, config, items, provider, id: 'polkadot:subwallet' }
}

describe('finding extensions', () => {
  it('searches the page unless it is told not to', () => {
    const target = pageWith({ injectedWeb3: { 'subwallet-js': createExtension().extension } })
    const ids = (wallets?: boolean) =>
      familyConfig({
        chains: allChains,
        namespaces: [polkadot({ target, ...(wallets === false && { wallets }) })],
      }).connectors.map(({ id }) => id)
    expect(ids()).toEqual(['polkadot:subwallet'])
    expect(ids(false)).toEqual([])
  })

  it('[S6-04] lists what is on the page, by the name that people know, and what comes later', () => {
    const { config, page } = setUp()
    const { injectedWeb3 } = page as unknown as { injectedWeb3: { [name: string]: unknown } }
    injectedWeb3.wren = createExtension().extension
    page.dispatchEvent(new Event('focus'))
    page.dispatchEvent(new Event('focus'))
    expect(config.connectors).toMatchObject([
      { id: 'polkadot:subwallet', kind: 'injected', name: 'SubWallet', namespaces: ['polkadot'] },
      { id: 'polkadot:wren', name: 'Wren' },
    ])
  })

  it('finds an extension that puts itself there while the page loads', async () => {
    const page = pageWith()
    const config = familyConfig({ chains: allChains, namespaces: [polkadot({ target: page })] })
    Object.assign(page, { injectedWeb3: { talisman: createExtension().extension } })
    await expect.poll(() => config.connectors.map(({ name }) => name)).toEqual(['Talisman'])
  })

  it('hostile: invalid entries, invalid names, traps and crowds', () => {
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('hostile')
        },
      },
    )
    const enable = async () => null
    const crowd = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`w${at}`, { enable }]))
    const listed = (injectedWeb3: unknown) => {
      const target = pageWith({ injectedWeb3 })
      return familyConfig({ chains: allChains, namespaces: [polkadot({ target })] }).connectors
    }
    for (const each of [undefined, null, 1, trap, { x: null, y: { enable: 1 }, '\u200b': { enable } }])
      expect(listed(each)).toEqual([])
    expect(listed(crowd)).toHaveLength(64)
    const getter = Object.defineProperty({ constructor: { enable } }, 'x', {
      enumerable: true,
      get() {
        throw new Error('hostile')
      },
    })
    expect(listed(getter).map(({ name }) => name)).toEqual(['Constructor'])
  })
})

describe('connecting', () => {
  it('asks with the name of the app; accounts of another family are left out; the page chooses the network', async () => {
    const { config, id, addresses, calls } = setUp()
    await connect(config, { connector: id, chainId: polkadotMainnet.caipNetworkId })
    expect(calls).toEqual([{ method: 'enable', params: ['Example'] }])
    expect(config.state.connections.get(id)?.accounts).toEqual(
      addresses.map((address) => `${polkadotMainnet.caipNetworkId}:${address}`),
    )
    await switchChain(config, { chainId: polkadotLocal.caipNetworkId })
    expect(getConnection(config, { namespace }).caipAddress).toBe(`${polkadotLocal.caipNetworkId}:${addresses[0]}`)
  })

  it('an account that is bound to a chain is used on that one only', async () => {
    const { config, id, show, addresses } = setUp()
    const genesisHash = `0x${polkadotMainnet.id}${'00'.repeat(16)}`
    show([
      { address: addresses[0], genesisHash },
      { address: addresses[1] },
      { address: addresses[1], genesisHash: '0x01' },
    ])
    await connect(config, { connector: id })
    expect(getConnection(config, { namespace }).address).toBe(addresses[1])
  })

  it.each([
    [
      { refuse: 'The source https://app.example is not allowed to interact with this extension' },
      'CONNECTION_REJECTED',
    ],
    [{ refuse: 'Rejected' }, 'CONNECTION_REJECTED'],
    [{ refuse: 'The source app has a pending authorization request' }, 'CONNECTION_PENDING'],
    [{ refuse: 'boom' }, 'CONNECTION_FAILED'],
    [{ given: null }, 'WALLET_BAD_ANSWER'],
    [{ given: { accounts: {}, signer: {} } }, 'WALLET_BAD_ANSWER'],
    [{ given: { accounts: { get: async () => 'x' }, signer: {} } }, 'WALLET_BAD_ANSWER'],
    [{ given: { accounts: { get: async () => [] }, signer: {} } }, 'WALLET_BAD_ANSWER'],
    [{ given: { accounts: { get: async () => [{ address: '<b>' }] }, signer: {} } }, 'WALLET_BAD_ANSWER'],
  ])('error: %j ends in %s, and works again afterwards', async (faulty, code) => {
    const { config, id, faults } = setUp()
    Object.assign(faults, faulty)
    await expect(connect(config, { connector: id })).rejects.toMatchObject({ code })
    Object.assign(faults, { refuse: '', given: undefined })
    await connect(config, { connector: id })
    expect(getConnection(config, { namespace }).status).toBe('connected')
  })

  it('[S4-33] follows the accounts, and ends when none is left', async () => {
    const { config, id, show, addresses, listeners } = setUp()
    await connect(config, { connector: id })
    show([{ address: addresses[1] }])
    await expect.poll(() => getConnection(config, { namespace }).address).toBe(addresses[1])
    show([])
    await expect.poll(() => getConnection(config, { namespace }).status).toBe('disconnected')
    expect(listeners.size).toBe(0)
  })

  it('is resumed after a reload, unless the extension does not let the page in any more', async () => {
    const { config, id, items, wallet, addresses, faults } = setUp()
    await connect(config, { connector: id, chainId: polkadotMainnet.caipNetworkId })
    config.destroy()
    const next = setUp({ wallet, items }).config
    await reconnect(next)
    expect(getConnection(next, { namespace })).toMatchObject({
      status: 'connected',
      caipAddress: `${polkadotMainnet.caipNetworkId}:${addresses[0]}`,
    })
    next.destroy()
    faults.refuse = 'not authorized'
    const after = setUp({ wallet, items }).config
    await reconnect(after)
    expect(getConnection(after, { namespace }).status).toBe('disconnected')
    expect(after.state.connections.size).toBe(0)
  })

  it('disconnects, and listens no more', async () => {
    const { config, id, listeners } = setUp()
    await connect(config, { connector: id })
    expect(listeners.size).toBe(1)
    await disconnect(config)
    expect(listeners.size).toBe(0)
  })

  it('error: a page without a network of the family is told so', async () => {
    const { config, id } = setUp({ chains: [bitcoinMainnet] })
    await expect(connect(config, { connector: id })).rejects.toThrow()
    expect(getConnection(config, { namespace }).status).toBe('disconnected')
  })
})

describe('signing', () => {
  const message = new TextEncoder().encode('Hello')

  it('signs a message wrapped as extensions wrap it, and the Polkadot library knows by whom', async () => {
    const { config, id, provider, addresses, calls } = setUp()
    await connect(config, { connector: id })
    const [address = '', other = ''] = addresses
    const signature = await (await provider()).signMessage({ address, message })
    expect(calls.at(-1)?.params).toEqual([{ address, data: '0x48656c6c6f', type: 'bytes' }])
    expect(signatureVerify(wrapped(message), signature, address).isValid).toBe(true)
    expect(signatureVerify(wrapped(message), signature, other).isValid).toBe(false)
  })

  it('signs a payload', async () => {
    const { config, id, provider, addresses, calls } = setUp()
    await connect(config, { connector: id })
    const payload = { address: addresses[0], method: '0x00' }
    expect(await (await provider()).signPayload?.(payload)).toBe(`0x01${'ab'.repeat(64)}`)
    expect(calls.at(-1)?.params).toEqual([payload])
  })

  it('error: refused, nonsense, and an extension that does not sign', async () => {
    const { config, id, provider, addresses, faults } = setUp()
    await connect(config, { connector: id })
    const request = { address: addresses[0] ?? '', message }
    const polkadotProvider = await provider()
    faults.signRefuse = 'Cancelled'
    await expect(polkadotProvider.signMessage(request)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    faults.signRefuse = ''
    for (const nonsense of [null, {}, { signature: '0x12' }, { signature: 7 }]) {
      faults.nonsense = nonsense
      await expect(polkadotProvider.signMessage(request)).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    }
    await disconnect(config)
    faults.given = { accounts: { get: async () => [{ address: request.address }] }, signer: {} }
    await connect(config, { connector: id })
    const mute = await provider()
    expect(mute).not.toHaveProperty('signPayload')
    await expect(async () => mute.signMessage(request)).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
  })
})
