import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alice, btc, one, sol, solAlice, testChain } from '../../test/chains.js'
import type { Connector, CreateConnector, WalletSession } from '../connector.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { connect } from './connect.js'
import { getConnection } from './getConnection.js'

const told = { code: 'CHAINS_NOT_SUPPORTED', message: 'The connector does not support any of the requested chains' }
const testnet = testChain('bip122:000000000933ea01ad0ee984209779ba')
const payee = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const testPayee = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

/** A Bitcoin wallet that is on its test network, whatever it is asked for. */
function bitcoinWallet(parameters: Parameters<typeof createFakeConnector>[0] = {}) {
  const fake = createFakeConnector({
    id: 'btc',
    namespaces: ['bip122'],
    addresses: [testPayee],
    chainId: testnet.caipNetworkId,
    ...parameters,
  })
  const session: WalletSession = {
    accounts: [`${testnet.caipNetworkId}:${testPayee}`],
    chains: { bip122: testnet.caipNetworkId },
  }
  const create: CreateConnector = (host) => {
    const connector = fake.create(host) as Connector
    return { ...connector, connect: async (request) => connector.connect(request).then(() => session) }
  }
  return { ...fake, create }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('connect to what nobody asked for', () => {
  it('[S8-17] error: a Bitcoin wallet on none of the requested networks is left again', async () => {
    const fake = bitcoinWallet()
    const config = createConfig({ chains: [one, btc], connectors: [fake.create], storage: null })
    await expect(connect(config, { connector: 'btc' })).rejects.toMatchObject(told)
    await expect(connect(config, { connector: 'btc', chainId: btc.caipNetworkId })).rejects.toMatchObject(told)
    expect(fake.calls).toEqual(['connect', 'disconnect', 'connect', 'disconnect'])
    expect(config.state.connections.size).toBe(0)
    expect(config.state.chainIds.bip122).toBe(btc.caipNetworkId)
    expect(config.state.status).toBe('disconnected')
  })

  it('the same wallet is taken where the app lists its network, or takes any', async () => {
    const listed = createConfig({ chains: [btc, testnet], connectors: [bitcoinWallet().create], storage: null })
    await connect(listed, { connector: 'btc' })
    expect(getConnection(listed, { namespace: 'bip122' }).address).toBe(testPayee)
    const open = createConfig({
      chains: [btc],
      connectors: [bitcoinWallet().create],
      allowUnsupportedChain: true,
      storage: null,
    })
    await connect(open, { connector: 'btc' })
    expect(getConnection(open, { namespace: 'bip122' }).address).toBe(testPayee)
  })

  it('error: a wallet of families that the app does not list is not asked at all', async () => {
    const fake = createFakeConnector({
      id: 'sol',
      namespaces: ['solana'],
      addresses: [solAlice],
      chainId: sol.caipNetworkId,
    })
    const config = createConfig({ chains: [one, btc], connectors: [fake.create], storage: null })
    await expect(connect(config, { connector: 'sol' })).rejects.toMatchObject(told)
    expect(fake.calls).toEqual([])
    const evm = createFakeConnector({ id: 'evm' })
    const both = createConfig({ chains: [one, sol], connectors: [evm.create], storage: null })
    await expect(connect(both, { connector: 'evm', chainId: sol.caipNetworkId })).rejects.toMatchObject(told)
    expect(evm.calls).toEqual([])
    expect(both.state.status).toBe('disconnected')
  })

  it('of a wallet of two families the one that was asked for becomes active, and else what was active stays', async () => {
    const fake = createFakeConnector({ id: 'two', namespaces: ['eip155', 'solana'], addresses: [alice] })
    const both: WalletSession = {
      accounts: [`eip155:1:${alice}`, `${sol.caipNetworkId}:${solAlice}`],
      chains: { eip155: 'eip155:1', solana: sol.caipNetworkId },
    }
    const create: CreateConnector = (host) => {
      const connector = fake.create(host) as Connector
      return { ...connector, connect: async (request) => connector.connect(request).then(() => both) }
    }
    const config = createConfig({ chains: [one, sol], connectors: [create], storage: null })
    await connect(config, { connector: 'two' })
    expect(getConnection(config).address).toBe(alice)
    await connect(config, { connector: 'two', chainId: sol.caipNetworkId })
    expect(getConnection(config).address).toBe(solAlice)
    await connect(config, { connector: 'two' })
    expect(getConnection(config).address).toBe(solAlice)
  })

  it('error: a session without an account of the family that was asked for', async () => {
    const fake = createFakeConnector({ id: 'two', namespaces: ['eip155', 'solana'], addresses: [alice] })
    const only: WalletSession = { accounts: [`eip155:1:${alice}`], chains: { eip155: 'eip155:1' } }
    const create: CreateConnector = (host) => {
      const connector = fake.create(host) as Connector
      return { ...connector, connect: async (request) => connector.connect(request).then(() => only) }
    }
    const config = createConfig({ chains: [one, sol], connectors: [create], storage: null })
    await expect(connect(config, { connector: 'two', chainId: sol.caipNetworkId })).rejects.toMatchObject(told)
    expect(fake.calls).toEqual(['connect', 'disconnect'])
    // What serves the other family stays connected when the missing one is asked for later.
    await connect(config, { connector: 'two' })
    await expect(connect(config, { connector: 'two', chainId: sol.caipNetworkId })).rejects.toMatchObject(told)
    expect(fake.calls).toEqual(['connect', 'disconnect', 'connect', 'connect'])
    expect(getConnection(config).address).toBe(alice)
  })

  it.each(['failDisconnect', 'neverDisconnect'] as const)('error: the same of a wallet that has %s', async (fault) => {
    const fake = bitcoinWallet({ addresses: [payee] })
    fake.switches[fault] = true
    const config = createConfig({ chains: [btc], connectors: [fake.create], storage: null })
    const asked = expect(connect(config, { connector: 'btc' })).rejects.toMatchObject(told)
    await vi.advanceTimersByTimeAsync(3_000)
    await asked
    expect(config.state.connections.size).toBe(0)
  })

  it('an EVM wallet on a network that the app does not list can still be switched', async () => {
    const fake = createFakeConnector({ id: 'evm', chainId: 'eip155:5' })
    const config = createConfig({ chains: [one], connectors: [fake.create], storage: null })
    await connect(config, { connector: 'evm' })
    expect(getConnection(config).status).toBe('connected')
  })
})
