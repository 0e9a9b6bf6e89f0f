import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BrowserTabs, browserTabs } from '../../test/browserTabs.js'
import { alice, bob, one, sol, solAlice, ten } from '../../test/chains.js'
import { connect } from '../actions/connect.js'
import { disconnect } from '../actions/disconnect.js'
import { getConnection } from '../actions/getConnection.js'
import { reconnect } from '../actions/reconnect.js'
import { switchChain } from '../actions/switchChain.js'
import { switchConnection } from '../actions/switchConnection.js'
import type { Connector, CreateConnector, Host } from '../connector.js'
import { type Config, type CreateConfigParameters, createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { followTabs } from './followTabs.js'

const id = 'dev.latchkey.fake'
const stateKey = '@latchkey/state'
let tabs: BrowserTabs
let configs: Config[]

function open(name: string, connectors: CreateConnector[], more: Partial<CreateConfigParameters> = {}) {
  const tab = tabs.open(name)
  const config = createConfig({ chains: [one, ten, sol], connectors, storage: tab.storage, ...more })
  configs.push(config)
  followTabs(config, tab.target)
  return { ...tab, tab, config }
}

/** Two tabs and one wallet: what it says unasked reaches the first alone, and either may ask it. */
async function pair(wallet = createFakeConnector(), more: Partial<CreateConfigParameters> = {}) {
  const other = open('B', [wallet.create], more)
  const first = open('A', [wallet.create], more)
  await connect(first.config, { connector: id })
  await settled()
  wallet.calls.length = 0
  tabs.writes.length = 0
  return { a: first.config, b: other.config, wallet, other, first }
}

const settled = () => vi.advanceTimersByTimeAsync(100)
const address = (config: Config) => getConnection(config).address

beforeEach(() => {
  vi.useFakeTimers()
  tabs = browserTabs()
  configs = []
})
afterEach(() => {
  for (const config of configs) config.destroy()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('what one tab does, the other follows', () => {
  it('behavior: also where the other tab stores again what this one had stored itself', async () => {
    const { a, b } = await pair()
    const before = address(a)
    await disconnect(b, { connector: id })
    await settled()
    expect(address(a)).toBeUndefined()
    await connect(b, { connector: id })
    await settled()
    expect(address(a)).toBe(before)
  })

  it('behavior: connected there is connected here, without a question to a person and without a word of its own', async () => {
    const wallet = createFakeConnector()
    const b = open('B', [wallet.create])
    const a = open('A', [wallet.create])
    const heard: unknown[] = []
    b.config.events.on((event) => heard.push(event))
    await connect(a.config, { connector: id })
    await settled()
    expect(getConnection(b.config)).toMatchObject({ status: 'connected', address: alice })
    expect(wallet.calls).toEqual(['connect', 'reconnect'])
    expect(heard).toEqual([expect.objectContaining({ type: 'connect', connectorId: id, reconnected: true })])
    expect(tabs.writes.filter((write) => write.startsWith('B'))).toEqual([])
  })

  it('behavior: disconnected there is disconnected here; its wallet is told once, and let go of in both', async () => {
    const { a, b, wallet } = await pair()
    const heard: unknown[] = []
    b.events.on((event) => heard.push(event))
    await disconnect(a)
    await settled()
    expect(getConnection(b)).toMatchObject({ status: 'disconnected', address: undefined })
    expect(b.state.connections.size).toBe(0)
    expect(wallet.calls).toEqual(['disconnect', 'release'])
    expect(heard).toEqual([{ type: 'disconnect' }])
    expect(tabs.writes).toEqual([`A ${stateKey}`])
  })

  it('behavior: a network that is chosen without a wallet is chosen in both', async () => {
    const b = open('B', [])
    const a = open('A', [])
    await switchChain(a.config, { chainId: sol.caipNetworkId })
    await switchChain(a.config, { chainId: 'eip155:10' })
    await settled()
    expect(b.config.state).toMatchObject({ active: 'eip155', chainIds: { eip155: 'eip155:10' } })
    await switchChain(b.config, { chainId: sol.caipNetworkId })
    await settled()
    expect(a.config.state.active).toBe('solana')
    expect(tabs.writes).toEqual([`A ${stateKey}`, `A ${stateKey}`, `B ${stateKey}`])
  })

  it('behavior: a network to which the wallet switched, and another account of it, are asked of the wallet, never opening it', async () => {
    const { a, b, wallet } = await pair()
    await switchChain(a, { chainId: 'eip155:10' })
    await settled()
    expect(getConnection(b)).toMatchObject({ chainId: 'eip155:10', status: 'connected' })
    wallet.say({ accounts: [bob] })
    await settled()
    expect([address(a), address(b)]).toEqual([bob, bob])
    expect(new Set(wallet.calls)).toEqual(new Set(['switchNetwork', 'reconnect']))
    expect(tabs.writes.filter((write) => write.startsWith('B'))).toEqual([])
  })

  it('behavior: the wallet of this tab has the last word on its network: what it does not say is not shown', async () => {
    const [here, there] = [createFakeConnector(), createFakeConnector()]
    const b = open('B', [here.create])
    const a = open('A', [there.create])
    await connect(a.config, { connector: id })
    await settled()
    await switchChain(a.config, { chainId: 'eip155:10' })
    await settled()
    expect(a.config.state.chainIds.eip155).toBe('eip155:10')
    expect(b.config.state.chainIds.eip155).toBe('eip155:1')
    const kept = tabs.items.get(stateKey)
    await settled()
    expect(tabs.items.get(stateKey)).toBe(kept)
  })

  it('behavior: of two wallets the one that speaks is the same in both, and one that is left leaves the other', async () => {
    const wallets = [createFakeConnector({ id: 'io.a' }), createFakeConnector({ id: 'io.b', addresses: [bob] })]
    const more = { features: { multiWallet: true } }
    const connectors = wallets.map(({ create }) => create)
    const { config: b } = open('B', connectors, more)
    const { config: a } = open('A', connectors, more)
    await connect(a, { connector: 'io.a' })
    await connect(a, { connector: 'io.b' })
    await settled()
    expect(address(b)).toBe(bob)
    for (const { calls } of wallets) calls.length = 0
    await switchConnection(a, { connectorId: 'io.a' })
    await settled()
    expect(address(b)).toBe(alice)
    await disconnect(b, { connector: 'io.a' })
    await settled()
    expect([address(a), address(b)]).toEqual([bob, bob])
    expect(wallets.map(({ calls }) => calls)).toEqual([['disconnect', 'release'], []])
  })

  it('behavior: a wallet that takes the place of another does so in both', async () => {
    const wallets = [createFakeConnector({ id: 'io.a' }), createFakeConnector({ id: 'io.b', addresses: [bob] })]
    const connectors = wallets.map(({ create }) => create)
    const { config: b } = open('B', connectors)
    const { config: a } = open('A', connectors)
    await connect(a, { connector: 'io.a' })
    await settled()
    await connect(a, { connector: 'io.b' })
    await settled()
    expect([...b.state.connections.keys()]).toEqual(['io.b'])
    expect(getConnection(b)).toMatchObject({ status: 'connected', address: bob })
    expect(wallets[0]?.calls).toEqual(['connect', 'reconnect', 'disconnect', 'release'])
  })
})

describe('two tabs do not answer each other', () => {
  it('behavior: whatever is done by turns, each writes what its own person did and nothing else', async () => {
    const { a, b } = await pair()
    for (const chainId of ['eip155:10', 'eip155:1', 'eip155:10'] as const) {
      await switchChain(a, { chainId })
      await settled()
    }
    await disconnect(b)
    await settled()
    await connect(b, { connector: id })
    await settled()
    expect(address(a)).toBe(alice)
    const byB = tabs.writes.findIndex((write) => write.startsWith('B'))
    expect(tabs.writes.slice(0, byB).every((write) => write.startsWith('A'))).toBe(true)
    expect(tabs.writes.slice(byB).every((write) => write.startsWith('B'))).toBe(true)
  })

  it('race: what a wallet says here before the other tab was heard undoes nothing that it kept', async () => {
    const wallets = [createFakeConnector({ id: 'io.a' }), createFakeConnector({ id: 'io.b' })]
    const more = { features: { multiWallet: true } }
    const connectors = wallets.map(({ create }) => create)
    const { config: a } = open('A', connectors, more)
    const { config: b } = open('B', connectors, more)
    await connect(a, { connector: 'io.a' })
    await connect(a, { connector: 'io.b' })
    await settled()
    await disconnect(a)
    // The wallet takes its permission back in every tab, and is faster than the storage.
    wallets[0]?.say('disconnect')
    expect(b.state.connections.size).toBe(0)
    await settled()
    expect(a.state.connections.size).toBe(0)
    expect(JSON.parse(tabs.items.get(stateKey) ?? '')).toMatchObject({ connections: [] })
  })

  it('race: left there while it is being asked here, it is let go of when it answers', async () => {
    const answers: (() => void)[] = []
    const wallet = createFakeConnector()
    const slow: CreateConnector = (host) => {
      const connector = wallet.create(host) as Connector
      const reconnect = () => new Promise<void>((resolve) => answers.push(resolve)).then(() => connector.reconnect())
      return { ...connector, reconnect }
    }
    const { config: b } = open('B', [slow])
    const { config: a } = open('A', [wallet.create])
    await connect(a, { connector: id })
    await settled()
    expect(getConnection(b).status).toBe('connecting')
    await disconnect(a)
    await settled()
    expect(getConnection(b).status).toBe('disconnected')
    wallet.calls.length = 0
    for (const answer of answers) answer()
    await settled()
    expect(wallet.calls).toEqual(['reconnect', 'release'])
    expect(b.state.connections.size).toBe(0)
  })

  it('race: undone there before it was heard here, it is as if nothing had been', async () => {
    const { a, b } = await pair()
    await disconnect(a)
    await connect(a, { connector: id })
    await settled()
    expect([address(a), address(b)]).toEqual([alice, alice])
    await disconnect(b)
    await settled()
    expect([address(a), address(b)]).toEqual([undefined, undefined])
  })
})

describe('what a tab cannot follow', () => {
  it('fault: a wallet that does not let this tab in is not connected here, and stays so there and in what is kept', async () => {
    const locked = createFakeConnector()
    locked.switches.locked = true
    const { config: b } = open('B', [locked.create])
    const { config: a } = open('A', [createFakeConnector().create])
    await connect(a, { connector: id })
    await settled()
    expect(getConnection(b).status).toBe('disconnected')
    expect(address(a)).toBe(alice)
    expect(JSON.parse(tabs.items.get(stateKey) ?? '')).toMatchObject({ connections: [{ connectorId: id }] })
    // Not even when this tab keeps something of its own.
    await switchChain(b, { chainId: sol.caipNetworkId })
    await settled()
    expect(getConnection(a, { namespace: 'eip155' }).address).toBe(alice)
  })

  it('fault: a wallet that this tab does not have is resumed when it comes', async () => {
    const wallet = createFakeConnector()
    let announce = () => {}
    const late = (host: Host) => ({
      discover(found: (connector: Connector) => void) {
        announce = () => found(wallet.create(host) as Connector)
        return () => {}
      },
    })
    const { config: b } = open('B', [late])
    const { config: a } = open('A', [createFakeConnector().create])
    await connect(a, { connector: id })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(getConnection(b).status).toBe('disconnected')
    announce()
    await settled()
    expect(getConnection(b)).toMatchObject({ status: 'connected', address: alice })
    expect(wallet.calls).toEqual(['reconnect'])
  })

  it.each([
    ['of a later format', (state: object) => JSON.stringify({ ...state, format: 2, connections: [] })],
    ['that is broken', () => '{"format":1,'],
    ['that says nothing', () => 'null'],
    ['with an invalid account', (state: object) => JSON.stringify({ ...state, connections: [{ connectorId: id }] })],
  ])('hostile: a state %s changes nothing, and is left as it is', async (_, write) => {
    const { b, other, wallet } = await pair()
    const text = write(JSON.parse(tabs.items.get(stateKey) ?? '') as object)
    tabs.items.set(stateKey, text)
    other.target.dispatchEvent(Object.assign(new Event('storage'), { key: stateKey }))
    await settled()
    expect(address(b)).toBe(alice)
    expect(wallet.calls).toEqual([])
    expect(tabs.items.get(stateKey)).toBe(text)
  })

  it('fault: a storage that is cleared disconnects nobody', async () => {
    const { a, b, wallet } = await pair()
    tabs.clear()
    await settled()
    expect([address(a), address(b)]).toEqual([alice, alice])
    expect(wallet.calls).toEqual([])
    expect(tabs.writes).toEqual([])
  })

  it('fault: a storage that is denied has no other tabs', async () => {
    const { a, b, other } = await pair()
    other.tab.fault = 'denied'
    await disconnect(a)
    await settled()
    expect(address(b)).toBe(alice)
  })

  it('a network that this page does not list is not chosen here', async () => {
    const { config: b } = open('B', [], { chains: [one] })
    const { config: a } = open('A', [])
    await switchChain(a, { chainId: sol.caipNetworkId })
    await settled()
    expect(b.state).toMatchObject({ active: 'eip155', chainIds: { eip155: 'eip155:1' } })
    expect(b.state.chainIds.solana).toBeUndefined()
  })

  it('a key of somebody else is not looked at, and a config that ended follows nobody', async () => {
    const { a, b, other } = await pair()
    b.destroy()
    await disconnect(a)
    await settled()
    expect(b.state.connections.size).toBe(1)
    const { config: c, target } = open('C', [])
    tabs.items.set(stateKey, tabs.items.get(stateKey)?.replace('"eip155:1"', '"eip155:10"') ?? '')
    target.dispatchEvent(Object.assign(new Event('storage'), { key: 'theirs' }))
    expect(c.state.chainIds.eip155).toBe('eip155:1')
    target.dispatchEvent(new Event('pageshow'))
    expect(c.state.chainIds.eip155).toBe('eip155:10')
    expect(other.storage).toBeDefined()
  })
})

describe('who follows', () => {
  function visit(name: string, more: Partial<CreateConfigParameters> = {}) {
    const tab = tabs.open(name)
    vi.stubGlobal('addEventListener', tab.target.addEventListener.bind(tab.target))
    const config = createConfig({ chains: [one, ten], connectors: [], storage: tab.storage, ...more })
    configs.push(config)
    return config
  }

  it('a page that resumes its last visit, and none that does not, or has switched that off', async () => {
    const following = visit('follows')
    await reconnect(following)
    await vi.waitFor(() => expect(following._internal.tabs.catchUp).toBeDefined())
    const silent = visit('silent')
    const off = visit('off', { enableReconnect: false })
    await reconnect(off)
    const other = visit('other')
    await switchChain(other, { chainId: 'eip155:10' })
    await settled()
    expect([following, silent, off].map(({ state }) => state.chainIds.eip155)).toEqual([
      'eip155:10',
      'eip155:1',
      'eip155:1',
    ])
  })

  it('a page of two families follows in each', async () => {
    const wallets = [
      createFakeConnector({ id: 'io.evm' }),
      createFakeConnector({ id: 'io.sol', namespaces: ['solana'], addresses: [solAlice], chainId: sol.caipNetworkId }),
    ]
    const connectors = wallets.map(({ create }) => create)
    const { config: b } = open('B', connectors)
    const { config: a } = open('A', connectors)
    await connect(a, { connector: 'io.evm' })
    await connect(a, { connector: 'io.sol' })
    await settled()
    expect(getConnection(b, { namespace: 'eip155' }).address).toBe(alice)
    expect(getConnection(b, { namespace: 'solana' }).address).toBe(solAlice)
    await disconnect(a, { connector: 'io.evm' })
    await settled()
    expect([...b.state.connections.keys()]).toEqual(['io.sol'])
  })
})
