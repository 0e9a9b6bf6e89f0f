import { isLatchkeyError } from '@latchkey/protocol/errors'
import { solanaMainnet } from '@latchkey/solana'
import { describe, expect, it } from 'vitest'
import { alice, bob, one, ten } from '../../test/chains.js'
import type { Connector } from '../connector.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { connect } from './connect.js'
import { getConnection } from './getConnection.js'
import { getConnections } from './getConnections.js'
import { applyConnectionStatus, switchConnection } from './switchConnection.js'

async function setUp() {
  const wallets = [
    createFakeConnector({ id: 'io.A' }),
    createFakeConnector({ id: 'io.b', addresses: [bob], chainId: 'eip155:10' }),
    createFakeConnector({ id: 'io.c' }),
  ]
  const config = createConfig({
    chains: [one, ten],
    connectors: wallets.map(({ create }) => create),
    features: { multiWallet: true },
    storage: null,
  })
  await connect(config, { connector: 'io.A' })
  await connect(config, { connector: 'io.b' })
  return { config, wallets }
}

describe('switchConnection', () => {
  it('[S4-04] connected: the one that speaks stays', async () => {
    const { config } = await setUp()
    const before = config.state
    expect(await switchConnection(config, { connectorId: 'io.b' })).toBe('connected')
    expect(config.state).toBe(before)
  })

  it('[S4-04] active: a live one takes over with its chain and is not asked; its id in any case', async () => {
    const { config, wallets } = await setUp()
    expect(await switchConnection(config, { connectorId: 'IO.a' })).toBe('active')
    expect(getConnection(config).address).toBe(alice)
    expect(config.state.chainIds.eip155).toBe('eip155:1')
    expect(wallets[0]?.calls).toEqual(['connect'])
    expect(getConnections(config).map(({ status }) => status)).toEqual(['connected', 'active'])
  })

  it('behavior: a wallet that speaks for one family and is silent in another of its own speaks for both once chosen', async () => {
    const sol = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const both = createFakeConnector({ id: 'io.both', namespaces: ['eip155', 'solana'] })
    const only = createFakeConnector({
      id: 'io.sol',
      namespaces: ['solana'],
      chainId: sol,
      addresses: ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'],
    })
    const config = createConfig({
      chains: [one, solanaMainnet],
      connectors: [
        (host) => {
          const connector = both.create(host)
          if ('discover' in connector) return connector
          const connectBoth: Connector['connect'] = async (request) => {
            const session = await connector.connect(request)
            const extra = `${sol}:DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK` as const
            return { accounts: [session.accounts[0], extra], chains: { ...session.chains, solana: sol } }
          }
          return { ...connector, connect: connectBoth }
        },
        only.create,
      ],
      features: { multiWallet: true },
      storage: null,
    })
    await connect(config, { connector: 'io.both' })
    await connect(config, { connector: 'io.sol' })
    expect(config.state.current).toEqual({ eip155: 'io.both', solana: 'io.sol' })
    expect(await switchConnection(config, { connectorId: 'io.both' })).toBe('connected')
    expect(config.state.current).toEqual({ eip155: 'io.both', solana: 'io.both' })
    expect([...both.calls, ...only.calls]).toEqual(['connect', 'connect'])
  })

  it('[S4-04] disconnected: one that is not live is asked to connect', async () => {
    const { config, wallets } = await setUp()
    expect(await switchConnection(config, { connectorId: 'io.c' })).toBe('disconnected')
    expect(wallets[2]?.calls).toEqual(['connect'])
    expect(getConnection(config).connector?.id).toBe('io.c')
  })

  it('[S4-05] error: any other status', async () => {
    const { config } = await setUp()
    const error = await applyConnectionStatus(config, 'io.A', 'foo' as never).catch((reason: unknown) => reason)
    expect(isLatchkeyError(error)).toBe(true)
    expect((error as Error).message).toBe('Invalid connection status: foo')
  })

  it('error: a wallet that is not on the page', async () => {
    const { config } = await setUp()
    await expect(switchConnection(config, { connectorId: 'io.z' })).rejects.toMatchObject({
      code: 'CONNECTOR_NOT_FOUND',
    })
  })
})

describe('getConnections', () => {
  it('[S4-32] a wallet that goes away leaves the list, and the other speaks', async () => {
    const { config, wallets } = await setUp()
    wallets[1]?.say('disconnect')
    expect(getConnections(config)).toMatchObject([{ connectorId: 'io.A', status: 'connected' }])
    expect(getConnection(config).address).toBe(alice)
  })
})
