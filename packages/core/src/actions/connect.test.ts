import { isLatchkeyError } from '@latchkey/protocol/errors'
import { connectTimeout } from '@latchkey/protocol/internal/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alice, bob, one, ten } from '../../test/chains.js'
import { watchRejections } from '../../test/watcher.js'
import type { Connector, CreateConnector, WalletSession } from '../connector.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { createFakePairing } from '../testing/createFakePairing.js'
import { connect } from './connect.js'
import { getConnection } from './getConnection.js'
import { getConnections } from './getConnections.js'

const id = 'dev.latchkey.fake'

function setUp(parameters: Parameters<typeof createFakeConnector>[0] = {}) {
  const fake = createFakeConnector(parameters)
  const config = createConfig({ chains: [one, ten], connectors: [fake.create], storage: null })
  return { fake, config }
}

/** The fake with a part of its own replaced. */
function altered(change: Partial<Connector>): CreateConnector {
  const fake = createFakeConnector()
  return (host) => ({ ...(fake.create(host) as Connector), ...change })
}

const thrown = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('connect', () => {
  it('[S4-01][S4-02][S4-03] goes disconnected, connecting, connected, and gives the accounts', async () => {
    const { config } = setUp()
    const seen = [getConnection(config).status]
    const asked = connect(config, { connector: id })
    seen.push(getConnection(config).status)
    expect(await asked).toMatchObject({ accounts: [`eip155:1:${alice}`], chains: { eip155: 'eip155:1' } })
    seen.push(getConnection(config).status)
    expect(seen).toEqual(['disconnected', 'connecting', 'connected'])
    expect(getConnection(config)).toMatchObject({
      address: alice,
      caipAddress: `eip155:1:${alice}`,
      chainId: 'eip155:1',
      connector: { id },
    })
  })

  it('[S3-40][S3-41][S3-42] keeps the connector, the accounts and the network that was active', async () => {
    const { config } = setUp({ addresses: [bob, alice], chainId: 'eip155:10' })
    await connect(config, { connector: id })
    expect(getConnections(config)).toMatchObject([
      {
        connectorId: id,
        accounts: [{ address: bob }, { address: alice }],
        caipNetwork: { caipNetworkId: 'eip155:10', name: ten.name },
        status: 'connected',
      },
    ])
  })

  it('[S8-06] error: a refusal rejects with "Connection rejected" and leaves nothing behind', async () => {
    const { config, fake } = setUp()
    fake.switches.reject = true
    const error = await thrown(connect(config, { connector: id }))
    expect(error).toMatchObject({ code: 'CONNECTION_REJECTED', message: 'Connection rejected', rpcCode: 4001 })
    expect(config.state.status).toBe('disconnected')
    fake.switches.reject = false
    await connect(config, { connector: id })
    expect(config.state.status).toBe('connected')
  })

  it('error: an unknown wallet, and a long name does not fill the message', async () => {
    const { config } = setUp()
    const error = await thrown(connect(config, { connector: 'x'.repeat(10_000) }))
    expect(isLatchkeyError(error, 'CONNECTOR_NOT_FOUND')).toBe(true)
    expect((error as Error).message.length).toBeLessThan(200)
  })

  it('error: a wallet that answers nonsense', async () => {
    const { config, fake } = setUp()
    fake.switches.nonsense = true
    expect(await thrown(connect(config, { connector: id }))).toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    expect(config.state.status).toBe('disconnected')
  })

  it('error: a wallet that throws something that is no error', async () => {
    for (const given of [undefined, null, 'no', {}, Symbol('x')]) {
      const connectors = [altered({ connect: () => Promise.reject(given) })]
      const config = createConfig({ chains: [one], connectors, storage: null })
      expect(await thrown(connect(config, { connector: id }))).toMatchObject({ code: 'CONNECTION_FAILED' })
    }
  })

  it('error: a wallet that never answers is given up after 120 s, not before', async () => {
    const unhandled = watchRejections()
    const { config, fake } = setUp()
    fake.switches.neverAnswer = true
    let error: unknown
    connect(config, { connector: id }).catch((reason) => {
      error = reason
    })
    await vi.advanceTimersByTimeAsync(connectTimeout - 1)
    expect(error).toBeUndefined()
    expect(getConnection(config).status).toBe('connecting')
    await vi.advanceTimersByTimeAsync(1)
    expect(error).toMatchObject({ code: 'WALLET_NOT_RESPONDING' })
    expect(connectTimeout).toBe(120_000)
    expect(config.state.status).toBe('disconnected')
    expect(vi.getTimerCount()).toBe(0)
    expect(unhandled).toEqual([])
  })

  it('error: an abort ends the waiting at once and leaves no timer', async () => {
    const { config, fake } = setUp()
    fake.switches.neverAnswer = true
    const stop = new AbortController()
    const asked = thrown(connect(config, { connector: id, signal: stop.signal }))
    stop.abort()
    expect(await asked).toMatchObject({ code: 'ABORTED' })
    expect(config.state.status).toBe('disconnected')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('error: an abort before the call does not ask the wallet', async () => {
    const { config, fake } = setUp()
    expect(await thrown(connect(config, { connector: id, signal: AbortSignal.abort() }))).toMatchObject({
      code: 'ABORTED',
    })
    expect(fake.calls).toEqual([])
  })

  it('a wallet that answers after it was given up changes nothing', async () => {
    const unhandled = watchRejections()
    let answer: (session: WalletSession) => void = () => {}
    const late = new Promise<WalletSession>((resolve) => {
      answer = resolve
    })
    const config = createConfig({ chains: [one], connectors: [altered({ connect: () => late })], storage: null })
    const asked = thrown(connect(config, { connector: id }))
    await vi.advanceTimersByTimeAsync(connectTimeout)
    expect(await asked).toMatchObject({ code: 'WALLET_NOT_RESPONDING' })
    answer({ accounts: [`eip155:1:${alice}`], chains: { eip155: 'eip155:1' } })
    await vi.advanceTimersByTimeAsync(10)
    expect(config.state.status).toBe('disconnected')
    expect(unhandled).toEqual([])
  })

  it('a second click joins the request that is open', async () => {
    const { config, fake } = setUp()
    const [first, second] = await Promise.all([connect(config, { connector: id }), connect(config, { connector: id })])
    expect(fake.calls).toEqual(['connect'])
    expect(second).toBe(first)
  })

  it('a second click joins the refusal too, and a third asks anew', async () => {
    const { config, fake } = setUp()
    fake.switches.reject = true
    const both = [thrown(connect(config, { connector: id })), thrown(connect(config, { connector: id }))]
    const [first, second] = await Promise.all(both)
    expect(second).toBe(first)
    await thrown(connect(config, { connector: id }))
    expect(fake.calls).toEqual(['connect', 'connect'])
  })
})

describe('two wallets in turn', () => {
  const two = (multiWallet: boolean) => {
    const [a, b] = [createFakeConnector({ id: 'a' }), createFakeConnector({ id: 'b', addresses: [bob] })]
    const config = createConfig({
      chains: [one, ten],
      connectors: [a.create, b.create],
      features: { multiWallet },
      storage: null,
    })
    return { a, b, config }
  }

  it('without multiWallet the second takes the place of the first, which is signed out', async () => {
    const { a, config } = two(false)
    await connect(config, { connector: 'a' })
    await connect(config, { connector: 'b' })
    expect(a.calls).toEqual(['connect', 'disconnect'])
    expect([...config.state.connections.keys()]).toEqual(['b'])
    expect(getConnection(config).address).toBe(bob)
  })

  it.each(['failDisconnect', 'neverDisconnect'] as const)(
    'without multiWallet a first that has %s is left all the same',
    async (fault) => {
      const { a, config } = two(false)
      await connect(config, { connector: 'a' })
      a.switches[fault] = true
      const asked = connect(config, { connector: 'b' })
      await vi.advanceTimersByTimeAsync(3_000)
      await asked
      expect([...config.state.connections.keys()]).toEqual(['b'])
    },
  )

  it('without multiWallet a second that is refused leaves the first as it was', async () => {
    const { a, b, config } = two(false)
    await connect(config, { connector: 'a' })
    b.switches.reject = true
    await thrown(connect(config, { connector: 'b' }))
    expect(a.calls).toEqual(['connect'])
    expect(getConnection(config)).toMatchObject({ address: alice, status: 'connected' })
  })

  it('with multiWallet both stay, and the later one speaks', async () => {
    const { a, config } = two(true)
    await connect(config, { connector: 'a' })
    await connect(config, { connector: 'b' })
    expect(a.calls).toEqual(['connect'])
    expect(getConnections(config).map(({ connectorId, status }) => `${connectorId} ${status}`)).toEqual([
      'a active',
      'b connected',
    ])
  })

  it('[S8-16] says so when the wallet-connection protocol is asked for and not set up', async () => {
    const { config } = setUp()
    expect(await thrown(connect(config, { connector: 'walletConnect' }))).toMatchObject({
      code: 'CONNECTOR_NOT_FOUND',
      message: 'WalletConnectConnector not found',
    })
  })

  it('leaves a code on the screen for longer than an open wallet may take', async () => {
    const { create, ...fake } = createFakePairing()
    const config = createConfig({ chains: [one], connectors: [create], storage: null })
    const connecting = connect(config, { connector: 'walletConnect' })
    await vi.advanceTimersByTimeAsync(connectTimeout * 5)
    fake.approve()
    expect((await connecting).accounts).toHaveLength(1)
  })
})
