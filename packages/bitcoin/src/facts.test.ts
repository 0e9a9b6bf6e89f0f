import {
  type AccountFacts,
  type Connector,
  type CreateConnector,
  connect,
  createConfig,
  createStorage,
  getAccountState,
  getConnections,
  reconnect,
  type WalletSession,
} from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { describe, expect, it } from 'vitest'
import { btc, one } from '../../core/test/chains.js'
import { memoryStore } from '../../core/test/memoryStore.js'
import { createFakeBitcoin, type FakeBitcoin } from './testing/createFakeBitcoin.js'

const chainId = 'bip122:000000000019d6689c085ae165831e93'

/** A Bitcoin wallet with its payment and its ordinal account, which says of them what the test lets it. */
function setUp(wallet: FakeBitcoin, facts: WalletSession['facts'], store = memoryStore()) {
  const fake = createFakeConnector({ id: 'btc', namespaces: ['bip122'], chainId })
  const session: WalletSession = { accounts: wallet.accounts, chains: { bip122: chainId }, ...(facts ? { facts } : {}) }
  const create: CreateConnector = (host) => ({
    ...(fake.create(host) as Connector),
    connect: async () => session,
    reconnect: async () => session,
  })
  const config = createConfig({ chains: [one, btc], connectors: [create], storage: createStorage({ store }) })
  const active = () => getAccountState(config, { namespace: 'bip122' })
  const all = () => getConnections(config)[0]?.accounts
  return { config, active, all, store }
}

describe('what a Bitcoin wallet says of its accounts', () => {
  it('[S3-43] each has its type, payment or ordinal, now and after a reload', async () => {
    const wallet = await createFakeBitcoin({ chainId })
    const { config, active, all, store } = setUp(wallet, wallet.facts)
    expect(active().facts).toEqual({})
    await connect(config, { connector: 'btc' })
    expect(active()).toMatchObject({ address: wallet.address, facts: { type: 'payment' } })
    expect(all()).toMatchObject([
      { address: wallet.address, type: 'payment' },
      { address: wallet.ordinalAddress, type: 'ordinal' },
    ])
    const next = setUp(wallet, wallet.facts, store)
    // The wallet has not answered yet: what it said at the last visit is shown.
    expect(next.active()).toMatchObject({ status: 'connecting', facts: { type: 'payment' } })
    expect(next.all()).toMatchObject([{ type: 'payment' }, { type: 'ordinal' }])
    await reconnect(next.config)
    expect(next.active()).toMatchObject({ status: 'connected', facts: { type: 'payment' } })
    expect(next.all()).toMatchObject([{ type: 'payment' }, { type: 'ordinal' }])
  })

  it('[S3-43] one whose wallet does not say what it is for counts as payment', async () => {
    const wallet = await createFakeBitcoin({ chainId })
    const [payment, ordinal] = wallet.accounts
    const silent = setUp(wallet, undefined)
    await connect(silent.config, { connector: 'btc' })
    expect(silent.all()?.map(({ type }) => type)).toEqual(['payment', 'payment'])
    const said: WalletSession['facts'] = {
      [payment]: { path: 'm/0' } as AccountFacts,
      [ordinal]: { type: 'ordinal' } as AccountFacts,
    }
    const half = setUp(wallet, said)
    await connect(half.config, { connector: 'btc' })
    expect(half.all()).toMatchObject([{ type: 'payment', path: 'm/0' }, { type: 'ordinal' }])
    expect(half.active().facts).toBe(half.active().facts)
  })

  it.each([
    ['S3-44', 'publicKey', /^0[23][0-9a-f]{64}$/, /^[0-9a-f]{64}$/],
    ['S3-45', 'path', /^m\/84'\/0'\/0'\/0\/0$/, /^m\/86'\/0'\/0'\/0\/0$/],
  ] as const)('[%s] each has its %s, now and after a reload', async (_, name, payment, ordinal) => {
    const wallet = await createFakeBitcoin({ chainId })
    const { config, active, all, store } = setUp(wallet, wallet.facts)
    await connect(config, { connector: 'btc' })
    const told = wallet.accounts.map((account) => (wallet.facts[account] as AccountFacts)[name])
    expect(told).toEqual([expect.stringMatching(payment), expect.stringMatching(ordinal)])
    expect(active().facts[name]).toBe(told[0])
    expect(all()?.map((account) => account[name])).toEqual(told)
    const next = setUp(wallet, wallet.facts, store)
    expect(next.active().facts[name]).toBe(told[0])
    await reconnect(next.config)
    expect(next.all()?.map((account) => account[name])).toEqual(told)
  })

  it('error: a wallet that says nonsense of an account is refused', async () => {
    const wallet = await createFakeBitcoin({ chainId })
    for (const facts of [{ banana: {} }, { [wallet.accounts[0]]: { path: 7 } }, { [wallet.accounts[0]]: null }]) {
      const { config } = setUp(wallet, facts as never)
      await expect(connect(config, { connector: 'btc' })).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    }
  })
})
