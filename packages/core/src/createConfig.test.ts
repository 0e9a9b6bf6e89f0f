import { isLatchkeyError } from '@latchkey/protocol/errors'
import { solana } from '@latchkey/solana'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { alice, bob, one, polygon, sol, ten } from '../test/chains.js'
import { memoryStore } from '../test/memoryStore.js'
import { connect } from './actions/connect.js'
import { disconnect } from './actions/disconnect.js'
import { getConnection } from './actions/getConnection.js'
import { watchState } from './actions/watchState.js'
import type { Connector, ConnectorKind, Discovery, Host } from './connector.js'
import { connectorKinds } from './connector.js'
import { type ConfigEvent, type CreateConfigParameters, createConfig } from './createConfig.js'
import { createStorage } from './storage/storage.js'
import { createFakeConnector } from './testing/createFakeConnector.js'

afterEach(() => vi.restoreAllMocks())

describe('networks', () => {
  const wrong: readonly [what: string, parameters: unknown, message: RegExp][] = [
    ['no network', { chains: [] }, /at least one chain/],
    ['a network twice', { chains: [ten, one, one] }, /chain eip155:1 is listed twice/],
    ['a default that is not listed', { chains: [one], defaultChain: ten }, /not among the chains/],
    ['an unknown family', { chains: [{ ...one, chainNamespace: 'foo', caipNetworkId: undefined }] }, /namespace/],
    ['an id that contradicts itself', { chains: [{ ...one, caipNetworkId: 'eip155:2' }] }, /but is eip155:1/],
    ['no networks at all', {}, /at least one chain/],
    ['a network that was not imported', { chains: [one, undefined] }, /chains\[1\] is undefined/],
    ['a family that was not imported', { chains: [one], namespaces: [undefined] }, /namespaces\[0\]/],
    ['an invalid api URL', { chains: [one], api: { url: 'banana' } }, /is not a URL/],
    ['an api of another scheme', { chains: [one], api: { url: 'javascript:alert(1)' } }, /is not a URL/],
  ]

  it.each(wrong)('error: %s', (_, parameters, message) => {
    try {
      createConfig(parameters as CreateConfigParameters)
      expect.unreachable()
    } catch (error) {
      expect(isLatchkeyError(error, 'INVALID_CONFIG')).toBe(true)
      expect((error as Error).message).toMatch(message)
    }
  })

  it('begins on the default network, on a server as in a browser', () => {
    const config = createConfig({ chains: [one, ten], defaultChain: ten, storage: null })
    expect(config.state.chainIds.eip155).toBe('eip155:10')
    expect(config.serverState).toEqual(config.state)
  })

  it('[S4-01][S4-02] what a server knows: nobody yet, and nobody at all where nothing is kept or restored', () => {
    const statusOf = (more: Partial<CreateConfigParameters>) => {
      const config = createConfig({ chains: [one], ...more })
      return [config.state.status, getConnection(config, {}, config.serverState).status]
    }
    expect(statusOf({ storage: createStorage({ store: memoryStore() }) })).toEqual(['disconnected', 'connecting'])
    expect(statusOf({ storage: null })).toEqual(['disconnected', 'disconnected'])
    expect(statusOf({ enableReconnect: false })).toEqual(['disconnected', 'disconnected'])
  })

  it('error: a family without an adapter is named', () => {
    const config = createConfig({ chains: [one, sol], storage: null })
    expect(() => config.namespace('solana')).toThrow('The chain family solana is not set up.')
  })
})

describe('connectors', () => {
  function uncalled() {
    return () => ({ discover: () => () => {} })
  }

  it.each([
    [
      'not called',
      uncalled,
      'connectors[1] is not called. Write uncalled(): createConfig({ connectors: [uncalled()] }).',
    ],
    ['not imported', undefined, 'connectors[1] is not a connector.'],
    ['called twice', uncalled()(), 'connectors[1] is not a connector.'],
    ['a name', 'injected', 'connectors[1] is not a connector.'],
    ['a function of something else', () => ({}), 'connectors[1] is not a connector.'],
  ])('error: a connector that is %s is named by its position', (_, wrong, message) => {
    const connectors = [createFakeConnector().create, wrong] as never
    expect(() => createConfig({ chains: [one], connectors, storage: null })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining(message) }),
    )
  })

  it('a family brings ways to reach its wallets, after those of the app, and its part of a session', () => {
    const walletConnect = { methods: ['foo_sign'], events: [], getProvider: async () => ({}) }
    const own = createFakeConnector({ id: 'own', namespaces: ['solana'] })
    const family = { ...solana(), connectors: [own.create], walletConnect }
    let host: Host | undefined
    const create = (given: Host) => {
      host = given
      return createFakeConnector({ id: 'app' }).create(given)
    }
    const config = createConfig({ chains: [one, sol], namespaces: [family], connectors: [create], storage: null })
    expect(config.connectors.map(({ id }) => id)).toEqual(['app', 'own'])
    expect(host?.walletConnect?.('solana')).toBe(walletConnect)
    expect(host?.walletConnect?.('eip155')).toBeUndefined()
    const alone = createConfig({ chains: [one, sol], namespaces: [family], storage: null })
    expect(alone.options.hasConnectors).toBe(true)
  })

  const ids: { readonly [kind in ConnectorKind]: string } = {
    auth: 'S6-02',
    walletConnect: 'S6-03',
    injected: 'S6-04',
    announced: 'S6-05',
    multiChain: 'S6-06',
    external: 'S6-07',
  }

  it.each(connectorKinds.map((kind) => [ids[kind], kind] as const))('[%s] the kind %s is listed as such', (_, kind) => {
    const fake = createFakeConnector({ id: 'it', kind })
    const config = createConfig({ chains: [one], connectors: [fake.create], storage: null })
    expect(config.connectors).toMatchObject([{ id: 'it', kind }])
  })

  it('lists what a discovery finds, now and later, until destroyed; an id that is taken stays with who came first', () => {
    let found: (connector: Connector) => void = () => {}
    let stopped = 0
    const discovery = (host: Host): Discovery => ({
      discover(call) {
        found = call
        found(createFakeConnector({ id: 'a', name: 'First' }).create(host) as Connector)
        return () => {
          stopped++
        }
      },
    })
    let host: Host | undefined
    const config = createConfig({
      chains: [one],
      storage: null,
      connectors: [
        (given) => {
          host = given
          return discovery(given)
        },
      ],
    })
    let changes = 0
    config.subscribe(() => {
      changes++
    })
    for (const id of ['a', 'b']) found(createFakeConnector({ id, name: 'Second' }).create(host as Host) as Connector)
    expect(config.connectors.map(({ id, name }) => `${id} ${name}`)).toEqual(['a First', 'b Second'])
    expect(changes).toBe(1)
    config.destroy()
    expect(stopped).toBe(1)
  })

  it('a wallet that says nonsense unasked changes nothing', async () => {
    const fake = createFakeConnector()
    const config = createConfig({ chains: [one], connectors: [fake.create], storage: null })
    await connect(config, { connector: 'dev.latchkey.fake' })
    const before = config.state
    fake.switches.nonsense = true
    fake.say({ accounts: [bob] })
    fake.switches.nonsense = false
    fake.say({ accounts: [] })
    expect(config.state).toBe(before)
    fake.say({ accounts: [bob] })
    expect(getConnection(config).address).toBe(bob)
  })
})

describe('events', () => {
  it('[S4-33] one disconnect event fires when a wallet that went away was the last; before that none', async () => {
    const [a, b] = [createFakeConnector({ id: 'a' }), createFakeConnector({ id: 'b', addresses: [bob] })]
    const config = createConfig({
      chains: [one],
      connectors: [a.create, b.create],
      features: { multiWallet: true },
      storage: null,
    })
    const heard: ConfigEvent[] = []
    config.events.on((event) => heard.push(event))
    await connect(config, { connector: 'a' })
    await connect(config, { connector: 'b' })
    a.say('disconnect')
    expect(heard.map(({ type }) => type)).toEqual(['connect', 'connect'])
    b.say('disconnect')
    b.say('disconnect')
    expect(heard.map(({ type }) => type)).toEqual(['connect', 'connect', 'disconnect'])
    expect(config.state.status).toBe('disconnected')
    expect(heard[0]).toEqual({ type: 'connect', connectorId: 'a', accounts: [`eip155:1:${alice}`], reconnected: false })
  })

  it('one wallet that takes the place of another is no disconnect', async () => {
    const [a, b] = [createFakeConnector({ id: 'a' }), createFakeConnector({ id: 'b' })]
    const config = createConfig({ chains: [one], connectors: [a.create, b.create], storage: null })
    const heard: string[] = []
    config.events.on(({ type }) => heard.push(type))
    await connect(config, { connector: 'a' })
    await connect(config, { connector: 'b' })
    await disconnect(config)
    expect(heard).toEqual(['connect', 'connect', 'disconnect'])
  })
})

describe('alerts', () => {
  it('[S8-52] several wallets without multiWallet: one alert on the console, and for listeners', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const fakes = ['a', 'b'].map((id) => createFakeConnector({ id }))
    const config = createConfig({ chains: [one], connectors: fakes.map(({ create }) => create), storage: null })
    const heard: string[] = []
    config.alerts.on(({ title }) => heard.push(title))
    const { getConnections } = await import('./actions/getConnections.js')
    const { switchConnection } = await import('./actions/switchConnection.js')
    await connect(config, { connector: 'a' })
    getConnections(config)
    await switchConnection(config, { connectorId: 'a' })
    expect(heard).toEqual([])
    await switchConnection(config, { connectorId: 'b' })
    await switchConnection(config, { connectorId: 'a' })
    expect(heard).toEqual(['Multi-Wallet Not Enabled'])
    expect(said).toHaveBeenCalledTimes(1)
    expect(said.mock.lastCall?.[0]).toContain('Multi-Wallet Not Enabled')
    expect(getConnections(config)).toHaveLength(1)
  })
})

describe('storage', () => {
  it.each(['full', 'denied'] as const)('connects and disconnects while the storage is %s', async (fault) => {
    const store = memoryStore()
    store.fault = fault
    const fake = createFakeConnector()
    const config = createConfig({ chains: [one], connectors: [fake.create], storage: createStorage({ store }) })
    await connect(config, { connector: 'dev.latchkey.fake' })
    expect(getConnection(config).address).toBe(alice)
    await disconnect(config)
    expect(config.state.status).toBe('disconnected')
  })

  it('a network and a family that the page no longer offers give way to the default', () => {
    const store = memoryStore()
    const saved = { format: 1, connections: [], current: {}, network: { eip155: 'eip155:137' }, active: 'solana' }
    store.setItem('@latchkey/state', JSON.stringify(saved))
    const config = createConfig({ chains: [one], storage: createStorage({ store }) })
    expect(config.state).toMatchObject({ active: 'eip155', chainIds: { eip155: 'eip155:1' } })
  })

  it('remembers the chosen network without a wallet; with enableReconnect off nothing', async () => {
    const store = memoryStore()
    const { switchChain } = await import('./actions/switchChain.js')
    const first = createConfig({ chains: [one, polygon], storage: createStorage({ store }) })
    await switchChain(first, { chainId: 'eip155:137' })
    const later = { chains: [one, polygon] as const, storage: createStorage({ store }) }
    expect(createConfig(later).state.chainIds.eip155).toBe('eip155:137')
    expect(createConfig({ ...later, enableReconnect: false }).state.chainIds.eip155).toBe('eip155:1')
  })
})

describe('watchState and destroy', () => {
  it('hears each change of the part once, with the part before, until it stops', async () => {
    const fake = createFakeConnector()
    const config = createConfig({ chains: [one], connectors: [fake.create], storage: null })
    const heard: string[] = []
    const select = () => getConnection(config).status
    const stop = watchState(config, { select, onChange: (now, before) => heard.push(`${before} > ${now}`) })
    await connect(config, { connector: 'dev.latchkey.fake' })
    await disconnect(config)
    expect(heard).toEqual(['disconnected > connecting', 'connecting > connected', 'connected > disconnected'])
    stop()
    await connect(config, { connector: 'dev.latchkey.fake' })
    expect(heard).toHaveLength(3)
  })

  it('after destroy nobody is called', async () => {
    const fake = createFakeConnector()
    const config = createConfig({ chains: [one], connectors: [fake.create], storage: null })
    const heard = vi.fn()
    config.subscribe(heard)
    config.events.on(heard)
    config.alerts.on(heard)
    config.destroy()
    await connect(config, { connector: 'dev.latchkey.fake' })
    expect(heard).not.toHaveBeenCalled()
  })
})
