import { describe, expect, it } from 'vitest'
import { one, sol } from '../../test/chains.js'
import { memoryStore } from '../../test/memoryStore.js'
import { connect } from '../actions/connect.js'
import { connectorKinds } from '../connector.js'
import { type CreateConfigParameters, createConfig } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { walletList } from './walletList.js'

type Wallet = NonNullable<Parameters<typeof createFakeConnector>[0]>

function setUp(wallets: readonly Wallet[], more: Partial<CreateConfigParameters> = {}) {
  const connectors = wallets.map((wallet) => createFakeConnector(wallet).create)
  return createConfig({ chains: [one], storage: null, connectors, ...more })
}
const names = (config: ReturnType<typeof setUp>) =>
  walletList(config).flatMap(({ type, connectors }) => connectors.map(({ id }) => `${type} ${id}`))

describe('walletList', () => {
  it('[S9-77] one wallet of each kind: walletConnect, recent, injected (multi-chain, announced, injected), external', async () => {
    const wallets = [...connectorKinds].reverse().map((kind) => ({ id: kind, kind }))
    const config = setUp([{ id: 'recently', kind: 'external' }, ...wallets], { features: { multiWallet: true } })
    await connect(config, { connector: 'recently' })
    expect(names(config)).toEqual([
      'walletConnect walletConnect',
      'recent recently',
      'injected multiChain',
      'injected announced',
      'injected injected',
      'external external',
    ])
    expect(config.features.connectorTypeOrder).toEqual([
      'walletConnect',
      'recent',
      'injected',
      'featured',
      'custom',
      'external',
      'recommended',
    ])
  })

  it('follows another order, and leaves out empty groups', () => {
    const config = setUp([{ id: 'a' }, { id: 'w', kind: 'walletConnect' }], {
      features: { connectorTypeOrder: ['injected', 'featured', 'walletConnect'] },
    })
    expect(walletList(config).map(({ type }) => type)).toEqual(['injected', 'walletConnect'])
  })

  it('puts named groups first, in their order, and each wallet into one group only', async () => {
    const wallets = [
      { id: 'io.a', rdns: 'io.a' },
      { id: 'b', kind: 'external' as const },
      { id: 'io.c', rdns: 'io.c' },
      { id: 'd' },
      { id: 'walletConnect', kind: 'walletConnect' as const },
      { id: 'mail', kind: 'auth' as const },
    ]
    const config = setUp(wallets, {
      walletGroups: [
        { name: 'Ours', wallets: ['io.c', 'b', 'not here', 'mail', 'io.c'] },
        { name: 'Nobody', wallets: ['not here'] },
        { name: 'Others', wallets: ['walletConnect', 'io.c'] },
      ],
    })
    await connect(config, { connector: 'b' })
    expect(
      walletList(config).map(({ type, name, connectors }) => [type, name, connectors.map(({ id }) => id)]),
    ).toEqual([
      ['named', 'Ours', ['io.c', 'b']],
      ['named', 'Others', ['walletConnect']],
      ['injected', undefined, ['io.a', 'd']],
    ])
  })

  it('names a wallet of several families by any of its connectors', () => {
    const family = (id: string, namespace: 'eip155' | 'solana') => ({ id, name: 'Both', namespaces: [namespace] })
    const config = setUp([{ id: 'other' }, family('io.both', 'eip155'), family('standard:Both', 'solana')], {
      chains: [one, sol],
      walletGroups: [{ name: 'Both', wallets: ['standard:Both'] }],
    })
    expect(names(config)).toEqual(['named multi:Both', 'injected other'])
  })

  it('without a group for those used recently, they stand where they would have stood', async () => {
    const config = setUp([{ id: 'a' }, { id: 'b' }], { features: { connectorTypeOrder: ['injected'] } })
    await connect(config, { connector: 'b' })
    expect(names(config)).toEqual(['injected a', 'injected b'])
  })

  it('[S6-08] hides an excluded rdns, in any case', () => {
    const wallets = [{ id: 'io.x', rdns: 'io.x' }, { id: 'io.y', rdns: 'io.y' }, { id: 'z' }]
    expect(names(setUp(wallets, { excludeWallets: [{ rdns: 'IO.x' }] }))).toEqual(['injected io.y', 'injected z'])
  })

  it('[S6-09] hides an excluded name in any case, wherever the wallet would stand', async () => {
    const kinds = connectorKinds.filter((kind) => kind !== 'auth')
    const wallets = kinds.map((kind) => ({ id: kind, kind, name: 'foo' }))
    const store = memoryStore()
    store.setItem('@latchkey/recentWallets', '["announced","kept"]')
    const config = setUp([...wallets, { id: 'kept', name: 'Food' }], {
      excludeWallets: [{ name: 'Foo' }],
      storage: createStorage({ store }),
    })
    expect(names(config)).toEqual(['recent kept'])
  })

  it('[S9-07] at most two recent wallets, newest first; using one again changes nothing', async () => {
    const store = memoryStore()
    const config = setUp([{ id: 'w1' }, { id: 'w2' }, { id: 'w3' }], { storage: createStorage({ store }) })
    for (const connector of ['w1', 'w2', 'w3']) await connect(config, { connector })
    const expected = ['recent w3', 'recent w2', 'injected w1']
    expect(names(config)).toEqual(expected)
    await connect(config, { connector: 'w2' })
    expect(names(config)).toEqual(expected)
    expect(names(setUp([{ id: 'w2' }, { id: 'w3' }], { storage: createStorage({ store }) }))).toEqual(
      expected.slice(0, 2),
    )
  })

  it('shows only wallets of a family when one is asked for', () => {
    const config = setUp([{ id: 'evm' }, { id: 'both', namespaces: ['eip155', 'solana'] }])
    expect(walletList(config, { namespace: 'solana' }).flatMap(({ connectors }) => connectors)).toMatchObject([
      { id: 'both' },
    ])
  })
})
