import { describe, expect, it } from 'vitest'
import { one, sol, solAlice, testChain } from '../../test/chains.js'
import { memoryStore } from '../../test/memoryStore.js'
import { connect } from '../actions/connect.js'
import { disconnect } from '../actions/disconnect.js'
import { getConnection } from '../actions/getConnection.js'
import { reconnect } from '../actions/reconnect.js'
import type { Connector } from '../connector.js'
import { type CreateConfigParameters, createConfig } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { walletList } from './walletList.js'

type Wallet = NonNullable<Parameters<typeof createFakeConnector>[0]>

const evm = { id: 'io.lark', name: 'Lark', rdns: 'io.lark', icon: 'data:image/png,lark' } satisfies Wallet
const svm = {
  id: 'solana:lark',
  name: 'lark',
  icon: 'data:image/png,lark',
  namespaces: ['solana'],
  chainId: sol.caipNetworkId,
  addresses: [solAlice],
} satisfies Wallet

function setUp(wallets: readonly Wallet[], more: Partial<CreateConfigParameters> = {}) {
  const fakes = wallets.map((wallet) => createFakeConnector(wallet))
  const connectors = fakes.map(({ create }) => create)
  const config = createConfig({ chains: [one, sol], storage: null, connectors, ...more })
  return { config, fakes }
}
const listOf = (config: ReturnType<typeof setUp>['config'], namespace?: string) =>
  walletList(config, namespace ? { namespace } : {}).flatMap(({ type, connectors }) =>
    connectors.map(({ id, kind }) => `${type} ${kind} ${id}`),
  )

describe('wallets of several families', () => {
  it('[S6-06] one name in two families is one entry of the kind multiChain, in either order', () => {
    for (const wallets of [
      [evm, svm],
      [svm, evm],
    ]) {
      const { config } = setUp(wallets)
      const [group, ...others] = walletList(config)
      expect(others).toEqual([])
      expect(group).toMatchObject({
        type: 'injected',
        connectors: [{ id: 'multi:Lark', kind: 'multiChain', name: 'Lark', rdns: 'io.lark', icon: evm.icon }],
      })
      expect(group?.connectors[0]?.namespaces).toEqual(['eip155', 'solana'])
    }
  })

  it('asked for one family, the list has the connector of that family itself', () => {
    const { config } = setUp([evm, svm])
    expect(listOf(config, 'solana')).toEqual(['injected announced solana:lark'])
    expect(listOf(config, 'eip155')).toEqual(['injected announced io.lark'])
  })

  it('a page of one family sees a plain wallet, and none that it could not use', () => {
    const { config } = setUp([evm, svm, { ...svm, id: 'solana:other', name: 'Other' }], { chains: [one] })
    expect(listOf(config)).toEqual(['injected announced io.lark'])
  })

  it('connects the connector of the family that the chain names, and only that one', async () => {
    const { config, fakes } = setUp([evm, svm])
    const [entry] = walletList(config).flatMap(({ connectors }) => connectors)
    await connect(config, { connector: entry as Connector, chainId: sol.caipNetworkId })
    expect([...config.state.connections.keys()]).toEqual(['solana:lark'])
    expect(getConnection(config, { namespace: 'solana' }).address).toBe(solAlice)
    expect(fakes[0]?.calls).toEqual([])
    await connect(config, { connector: 'multi:Lark', chainId: 'eip155:1' })
    expect([...config.state.connections.keys()]).toEqual(['solana:lark', 'io.lark'])
  })

  it('without a chain it connects the family that the page shows, else the first', async () => {
    const { config } = setUp([evm, svm], { defaultChain: sol })
    await connect(config, { connector: 'multi:Lark' })
    expect([...config.state.connections.keys()]).toEqual(['solana:lark'])
    const btc = testChain('bip122:000000000019d6689c085ae165831e93')
    const other = setUp([evm, svm], { chains: [one, sol, btc], defaultChain: btc }).config
    await connect(other, { connector: 'multi:Lark' })
    expect([...other.state.connections.keys()]).toEqual(['io.lark'])
  })

  it('error: a family that it does not have, and an entry that is not there', async () => {
    const { config } = setUp([evm, svm])
    const missing = { code: 'CONNECTOR_NOT_FOUND' }
    await expect(connect(config, { connector: 'multi:Lark', chainId: 'cosmos:cosmoshub-4' })).rejects.toMatchObject({
      ...missing,
      hints: [expect.stringContaining('eip155, solana')],
    })
    await expect(connect(config, { connector: 'multi:Wren' })).rejects.toMatchObject(missing)
    expect(getConnection(config).status).toBe('disconnected')
  })

  it('error: a family that fails leaves the other usable', async () => {
    const { config, fakes } = setUp([evm, svm])
    const [lark, solanaLark] = fakes
    if (lark) lark.switches.reject = true
    await expect(connect(config, { connector: 'multi:Lark', chainId: 'eip155:1' })).rejects.toMatchObject({
      code: 'CONNECTION_REJECTED',
    })
    await connect(config, { connector: 'multi:Lark', chainId: sol.caipNetworkId })
    expect(getConnection(config, { namespace: 'solana' }).status).toBe('connected')
    solanaLark?.say('disconnect')
    if (lark) lark.switches.reject = false
    await connect(config, { connector: 'multi:Lark', chainId: 'eip155:1' })
    expect(getConnection(config, { namespace: 'eip155' }).status).toBe('connected')
  })

  it('after a reload the connector of the family is resumed, and the entry stands among the recent ones once', async () => {
    const store = memoryStore()
    const storage = () => createStorage({ store })
    const before = setUp([evm, svm], { storage: storage() }).config
    await connect(before, { connector: 'multi:Lark', chainId: sol.caipNetworkId })
    await connect(before, { connector: 'multi:Lark', chainId: 'eip155:1' })
    const { config, fakes } = setUp([evm, svm], { storage: storage() })
    await reconnect(config)
    expect(fakes.map(({ calls }) => calls)).toEqual([['reconnect'], ['reconnect']])
    expect([...config.state.connections.values()].map(({ phase }) => phase)).toEqual(['live', 'live'])
    expect(listOf(config)).toEqual(['recent multiChain multi:Lark'])
  })

  it.each([{ name: 'LARK' }, { rdns: 'io.lark' }])(
    '[S6-08][S6-09] excluded by %o it is gone in every family',
    (wallet) => {
      const { config } = setUp([evm, svm], { excludeWallets: [wallet] })
      expect(listOf(config)).toEqual([])
      expect(listOf(config, 'solana')).toEqual([])
    },
  )

  it('the entry itself is a connector: it asks the child of a family', async () => {
    const { config, fakes } = setUp([evm, svm])
    const [entry] = walletList(config).flatMap(({ connectors }) => connectors)
    expect(await entry?.connect({ chainId: sol.caipNetworkId })).toMatchObject({
      accounts: [`${sol.caipNetworkId}:${solAlice}`],
    })
    expect(await entry?.reconnect()).toMatchObject({ chains: { eip155: 'eip155:1' } })
    await entry?.switchChain?.(sol)
    await expect(entry?.getProvider('bip122')).rejects.toMatchObject({ code: 'CONNECTOR_NOT_FOUND' })
    await entry?.disconnect()
    expect(fakes.map(({ calls }) => calls)).toEqual([
      ['reconnect', 'disconnect'],
      ['connect', 'switchNetwork', 'disconnect'],
    ])
  })
})

describe('a name that several bear', () => {
  const imitation = { ...evm, id: 'evil.lark', rdns: 'evil.lark', icon: 'data:image/png,evil' } satisfies Wallet

  it('the picture tells who belongs to the wallet, in any order', () => {
    for (const wallets of [
      [evm, imitation, svm],
      [imitation, svm, evm],
    ]) {
      const { config } = setUp(wallets)
      expect(listOf(config)).toEqual(['injected multiChain multi:Lark', 'injected announced evil.lark'])
    }
  })

  it.each([
    ['the same picture', { ...imitation, icon: evm.icon }, svm],
    ['pictures that match none', imitation, { ...svm, icon: 'data:image/png,other' }],
  ])('with %s nobody is joined to anything, and all are listed by themselves', (_, second, solana) => {
    const { config } = setUp([evm, solana, second])
    expect(listOf(config)).toEqual([
      'injected announced io.lark',
      'injected announced solana:lark',
      'injected announced evil.lark',
    ])
  })

  it('a wallet of the relay, of a vendor, or of several families by its own account is not joined', () => {
    const whole = { id: 'whole', name: 'Lark', namespaces: ['eip155', 'solana'] } satisfies Wallet
    const { config } = setUp([svm, whole, { ...evm, id: 'sdk', kind: 'external' }])
    expect(listOf(config)).toEqual([
      'injected announced solana:lark',
      'injected announced whole',
      'external external sdk',
    ])
  })
})

describe('leaving a wallet of several families', () => {
  it.each(['its id', 'the entry'])(
    'behavior: by %s, all that is connected of it is left, and nothing else',
    async (by) => {
      const other = { id: 'io.other', name: 'Other' }
      const { config, fakes } = setUp([evm, svm, other], { features: { multiWallet: true } })
      for (const id of ['io.other', 'io.lark', 'solana:lark']) await connect(config, { connector: id })
      const entry = walletList(config)
        .flatMap(({ connectors }) => connectors)
        .find(({ id }) => id === 'multi:Lark')
      await disconnect(config, { connector: by === 'its id' ? 'multi:Lark' : (entry as Connector) })
      expect([...config.state.connections.keys()]).toEqual(['io.other'])
      expect(fakes.map(({ calls }) => calls.filter((call) => call === 'disconnect').length)).toEqual([1, 1, 0])
    },
  )

  it('behavior: a part that was never connected is not asked', async () => {
    const { config, fakes } = setUp([evm, svm])
    await connect(config, { connector: 'solana:lark' })
    await disconnect(config, { connector: 'multi:Lark' })
    expect(config.state.connections.size).toBe(0)
    expect(fakes.map(({ calls }) => calls)).toEqual([[], ['connect', 'disconnect']])
  })

  it('error: a part that could not be left stays, the other is left, and it is said', async () => {
    const { config, fakes } = setUp([evm, svm])
    await connect(config, { connector: 'io.lark' })
    await connect(config, { connector: 'solana:lark' })
    if (fakes[0]) fakes[0].switches.failDisconnect = true
    await expect(disconnect(config, { connector: 'multi:Lark' })).rejects.toMatchObject({ code: 'DISCONNECT_FAILED' })
    expect([...config.state.connections.keys()]).toEqual(['io.lark'])
  })
})
