import { describe, expect, it } from 'vitest'
import { alice, bob, btc, one, polygon, sol, solAlice } from '../../test/chains.js'
import { dataServer } from '../../test/dataServer.js'
import { memoryStore } from '../../test/memoryStore.js'
import { createConfig } from '../createConfig.js'
import { eip155 } from '../namespaces/eip155/eip155.js'
import { createStorage } from '../storage/storage.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { createFakeEmbedded } from '../testing/createFakeEmbedded.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { type GetAccountStateReturnType, getAccountState } from './getAccountState.js'
import { getBalance } from './getBalance.js'
import { getBalances } from './getBalances.js'
import { setAddressLabel } from './setAddressLabel.js'
import { setCurrentTab } from './setCurrentTab.js'
import { switchChain } from './switchChain.js'
import { watchAccountState } from './watchAccountState.js'

const evmAccount = `eip155:1:${alice}` as const
const token = {
  name: 'A',
  symbol: 'A',
  chainId: 'eip155:1',
  price: 1,
  quantity: { decimals: '18', numeric: '1' },
  iconUrl: '',
}

/** A page with an embedded wallet for EVM chains and another wallet for Solana, neither of them connected. */
async function setUp(store = memoryStore()) {
  const server = await dataServer({
    '/v1/supported-chains': { http: ['eip155:1', 'eip155:137', sol.caipNetworkId], ws: [] },
    [`/v1/account/${alice}/balance`]: { balances: [token] },
    [`/v1/account/${solAlice}/balance`]: { balances: [] },
  })
  const fake = createFakeEmbedded({ address: alice })
  const solana = createFakeConnector({
    id: 'sol',
    namespaces: ['solana'],
    addresses: [solAlice],
    chainId: sol.caipNetworkId,
  })
  const config = createConfig({
    chains: [one, polygon, sol, btc],
    api: { url: server.url },
    namespaces: [
      { ...eip155(), getBalance: async (_, address) => (address === alice ? 10n ** 18n + 1n : 7n) },
      { ...eip155(), namespace: 'solana', getBalance: async () => 5n },
    ],
    connectors: [fake.create, solana.create],
    storage: createStorage({ store }),
    features: { multiWallet: true },
  })
  const signIn = async () => {
    fake.set({ email: 'ada@example.com' })
    await connect(config, { connector: 'ID_AUTH' })
  }
  return { config, fake, signIn, store, server }
}
const evm = (config: Parameters<typeof getAccountState>[0]) => getAccountState(config, { namespace: 'eip155' })
const solOf = (config: Parameters<typeof getAccountState>[0]) => getAccountState(config, { namespace: 'solana' })

describe('getAccountState', () => {
  it('is empty where nobody is connected, without a name and a picture', async () => {
    const { config } = await setUp()
    expect(evm(config)).toEqual({
      namespace: 'eip155',
      status: 'disconnected',
      caipAddress: undefined,
      address: undefined,
      facts: {},
      balance: undefined,
      balanceSymbol: undefined,
      tokenBalance: [],
      currentTab: 0,
      addressLabels: {},
      user: undefined,
      preferredAccountType: 'smartAccount',
      smartAccountDeployed: false,
      profileName: null,
      profileImage: null,
    })
  })

  it('[S3-75][S3-76][S3-81] has the address and the status of its own family', async () => {
    const { config, signIn } = await setUp()
    await signIn()
    expect(evm(config)).toMatchObject({ caipAddress: evmAccount, address: alice, status: 'connected' })
    expect(solOf(config)).toMatchObject({ caipAddress: undefined, address: undefined, status: 'disconnected' })
    await connect(config, { connector: 'sol' })
    expect(solOf(config)).toMatchObject({ address: solAlice, status: 'connected' })
    await disconnect(config, { connector: 'ID_AUTH' })
    expect(evm(config)).toMatchObject({ caipAddress: undefined, status: 'disconnected' })
    expect(solOf(config)).toMatchObject({ address: solAlice, status: 'connected' })
  })

  it('[S3-69] has a tab of its own, 0 at first', async () => {
    const { config } = await setUp()
    setCurrentTab(config, { tab: 2 })
    setCurrentTab(config, { namespace: 'solana', tab: 1 })
    expect([evm(config).currentTab, solOf(config).currentTab]).toEqual([2, 1])
    expect(getAccountState(config, { namespace: 'bip122' }).currentTab).toBe(0)
  })

  it('[S3-72] has labels of its own, by address', async () => {
    const { config } = await setUp()
    setAddressLabel(config, { account: evmAccount, label: 'Savings' })
    setAddressLabel(config, { account: `${sol.caipNetworkId}:${solAlice}`, label: 'Play' })
    expect(evm(config).addressLabels).toEqual({ [alice]: 'Savings' })
    expect(solOf(config).addressLabels).toEqual({ [solAlice]: 'Play' })
    setAddressLabel(config, { account: evmAccount })
    expect([evm(config).addressLabels, solOf(config).addressLabels]).toEqual([{}, { [solAlice]: 'Play' }])
    expect(() => setAddressLabel(config, { account: 'nobody' as never, label: 'x' })).toThrow(
      expect.objectContaining({ code: 'INVALID_ADDRESS' }),
    )
  })

  it('[S3-70] has the tokens that were last read of this account, and of no other', async () => {
    const { config, signIn } = await setUp()
    await signIn()
    await connect(config, { connector: 'sol' })
    expect(evm(config).tokenBalance).toEqual([])
    await getBalances(config, { account: evmAccount })
    expect(evm(config).tokenBalance).toEqual([token])
    expect(solOf(config).tokenBalance).toEqual([])
    await switchChain(config, { chainId: 'eip155:137' })
    expect(evm(config).tokenBalance).toEqual([])
    await getBalances(config, { account: `eip155:1:0x${'12'.repeat(20)}` }).catch(() => {})
    expect(evm(config).tokenBalance).toEqual([])
  })

  it('[S3-77][S3-78] has the balance that was last read of this account, exactly, and its symbol', async () => {
    const { config, signIn } = await setUp()
    await signIn()
    await connect(config, { connector: 'sol' })
    expect(evm(config)).toMatchObject({ balance: undefined, balanceSymbol: undefined })
    await getBalance(config, { account: evmAccount })
    expect(evm(config)).toMatchObject({ balance: '1.000000000000000001', balanceSymbol: 'COIN' })
    expect(solOf(config)).toMatchObject({ balance: undefined, balanceSymbol: undefined })
    await getBalance(config, { account: `${sol.caipNetworkId}:${solAlice}` })
    expect(solOf(config)).toMatchObject({ balance: '0.000000000000000005', balanceSymbol: 'COIN' })
    await getBalance(config, { account: `eip155:1:${bob}` })
    expect(evm(config).balance).toBe('1.000000000000000001')
    await disconnect(config, { connector: 'ID_AUTH' })
    expect(evm(config)).toMatchObject({ balance: undefined, balanceSymbol: undefined })
  })

  it('[S3-73] has who is signed in to an embedded wallet, and nobody for another wallet', async () => {
    const { config, signIn, fake } = await setUp()
    fake.set({ email: 'ada@example.com' })
    expect(evm(config).user).toBeUndefined()
    await signIn()
    await connect(config, { connector: 'sol' })
    expect([evm(config).user, solOf(config).user]).toEqual([{ email: 'ada@example.com' }, undefined])
  })

  it('[S3-71] tells whether the smart account exists, where there can be one', async () => {
    const { config, signIn, fake } = await setUp()
    fake.set({ smartAccountDeployed: true })
    expect(evm(config).smartAccountDeployed).toBe(false)
    await signIn()
    await connect(config, { connector: 'sol' })
    expect([evm(config).smartAccountDeployed, solOf(config).smartAccountDeployed]).toEqual([true, false])
  })

  it.each([
    ['S4-08', 'bip122', 'payment'],
    ['S4-09', 'eip155', 'smartAccount'],
    ['S4-10', 'polkadot', 'eoa'],
    ['S4-11', 'solana', 'eoa'],
  ] as const)('[%s][S3-74] %s asks for the kind %s where nothing was chosen', async (_, namespace, type) => {
    const { config, fake } = await setUp()
    expect(getAccountState(config, { namespace }).preferredAccountType).toBe(type)
    const other = type === 'eoa' ? 'smartAccount' : 'eoa'
    fake.set({ preferredAccountTypes: { [namespace]: other } })
    expect(getAccountState(config, { namespace }).preferredAccountType).toBe(other)
    fake.set({ preferredAccountTypes: { cosmos: other } })
    expect(getAccountState(config, { namespace }).preferredAccountType).toBe(type)
  })
})

describe('watchAccountState', () => {
  it('tells of each change of its family, and of no other family', async () => {
    const { config, fake, signIn } = await setUp()
    const heard: { [namespace: string]: Partial<GetAccountStateReturnType>[] } = { eip155: [], solana: [] }
    const stops = (['eip155', 'solana'] as const).map((namespace) =>
      watchAccountState(config, {
        namespace,
        onChange(now, before) {
          const names = Object.keys(now) as (keyof GetAccountStateReturnType)[]
          const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]))
          heard[namespace]?.push(Object.fromEntries(changed.map((name) => [name, now[name]])))
        },
      }),
    )
    await signIn()
    heard.eip155 = []
    heard.solana = []
    setCurrentTab(config, { tab: 1 })
    setCurrentTab(config, { tab: 1 })
    await getBalances(config, { account: evmAccount })
    await getBalances(config, { account: evmAccount })
    fake.set({ email: 'new@example.com' })
    fake.set({ preferredAccountTypes: { eip155: 'eoa' } })
    fake.set({ smartAccountDeployed: true })
    setAddressLabel(config, { account: evmAccount, label: 'Savings' })
    expect(heard.eip155).toEqual([
      { currentTab: 1 },
      { tokenBalance: [token] },
      { user: { email: 'new@example.com' } },
      { preferredAccountType: 'eoa' },
      { smartAccountDeployed: true },
      { addressLabels: { [alice]: 'Savings' } },
    ])
    expect(heard.solana).toEqual([])
    for (const stop of stops) stop()
    setCurrentTab(config, { tab: 0 })
    fake.set({ email: 'other@example.com' })
    expect(heard.eip155).toHaveLength(6)
  })

  it('details are not written down, and undo nothing that another tab wrote', async () => {
    const { config, store, signIn } = await setUp()
    await signIn()
    store.removeItem('@latchkey/state')
    setCurrentTab(config, { tab: 1 })
    await getBalances(config, { account: evmAccount })
    expect(store.getItem('@latchkey/state')).toBeNull()
  })
})
