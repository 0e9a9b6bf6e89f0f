import { type EvmChains, startEvmChains } from '@latchkey/devnet'
import { createTestWallet } from '@latchkey/devnet/wallet'
import * as v3 from '@wagmi/core'
import { defineChain } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as v2 from 'wagmi-core-v2'
import { memoryStore } from '../../test/memoryStore.js'
import { watchRejections } from '../../test/watcher.js'
import { connect } from '../actions/connect.js'
import { disconnect } from '../actions/disconnect.js'
import { getConnection } from '../actions/getConnection.js'
import { reconnect } from '../actions/reconnect.js'
import { signMessage } from '../actions/signMessage.js'
import { switchChain } from '../actions/switchChain.js'
import { type ConfigEvent, createConfig } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { wagmi } from './wagmi.js'

let local: EvmChains

beforeAll(async () => {
  local = await startEvmChains()
  // wagmi looks for a wallet only where there is a window.
  vi.stubGlobal('window', new EventTarget())
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await local.stop()
})

describe.each([
  ['3', v3],
  ['2', v2 as unknown as typeof v3],
] as const)('a wagmi config of version %s', (version, core) => {
  /** One browser: a wallet, wagmi's storage and ours; `load` is a page load with both libraries. */
  function browser() {
    const [mine, theirs, walletStore] = [memoryStore(), memoryStore(), memoryStore()]
    const wallet = createTestWallet({ chains: local.chains, storage: walletStore })
    const load = () => {
      const [first, second] = local.chains.map((one) =>
        defineChain({
          id: one.chainId,
          name: one.name,
          nativeCurrency: one.nativeCurrency,
          rpcUrls: { default: { http: [one.url] } },
        }),
      ) as [ReturnType<typeof defineChain>, ReturnType<typeof defineChain>]
      const target = { id: 'test', name: 'Test Wallet', provider: wallet.provider as never }
      const wagmiConfig = core.createConfig({
        chains: [first, second],
        transports: { [first.id]: core.http(), [second.id]: core.http() },
        connectors: [core.injected({ target, shimDisconnect: true })],
        multiInjectedProviderDiscovery: false,
        storage: core.createStorage({ storage: theirs }),
      })
      const config = createConfig({
        chains: wagmiConfig.chains,
        connectors: [wagmi(wagmiConfig)],
        storage: createStorage({ store: mine }),
      })
      const [connector] = wagmiConfig.connectors
      if (!connector) throw new Error('wagmi lists no connector')
      const both = () => {
        const { address, chainId, status } = getConnection(config)
        const account = wagmiAccount(wagmiConfig)
        return { ours: { address, chainId, status }, theirs: account }
      }
      return { config, wagmiConfig, connector, both }
    }
    return { wallet, load }
  }

  function wagmiAccount({ state }: v3.Config) {
    const connection = state.current ? state.connections.get(state.current) : undefined
    return {
      address: connection?.accounts[0],
      chainId: connection && `eip155:${connection.chainId}`,
      status: state.status,
    }
  }
  const agree = async (both: () => { ours: object; theirs: object }, expected: object) => {
    await expect.poll(() => both().ours).toMatchObject(expected)
    await expect.poll(() => both().theirs).toMatchObject(expected)
  }

  it('is of that version, and its wallet is listed', () => {
    expect(core.version.startsWith(`${version}.`)).toBe(true)
    const { config } = browser().load()
    expect(config.connectors).toMatchObject([{ id: 'test', name: 'Test Wallet', namespaces: ['eip155'] }])
    expect(getConnection(config).status).toBe('disconnected')
  })

  it('connects through Latchkey, and wagmi has the account too', async () => {
    const { load, wallet } = browser()
    const { config, both } = load()
    await connect(config, { connector: 'test' })
    await agree(both, { address: wallet.accounts[0], chainId: 'eip155:31337', status: 'connected' })
    expect(await signMessage(config, { message: 'x' })).toMatch(/^0x[0-9a-f]{130}$/)
    await connect(config, { connector: 'test' })
    await agree(both, { status: 'connected' })
  })

  it('connects through wagmi, and Latchkey has the account too; one connect event', async () => {
    const { load, wallet } = browser()
    const { config, wagmiConfig, connector, both } = load()
    const heard: ConfigEvent['type'][] = []
    config.events.on(({ type }) => heard.push(type))
    await core.connect(wagmiConfig, { connector })
    await agree(both, { address: wallet.accounts[0], chainId: 'eip155:31337', status: 'connected' })
    expect(heard).toEqual(['connect'])
  })

  it('both follow an account and a chain that change in the wallet', async () => {
    const { load, wallet } = browser()
    const { config, both } = load()
    await connect(config, { connector: 'test' })
    wallet.selectAccount(1)
    await agree(both, { address: wallet.accounts[1] })
    wallet.selectChain(31338)
    await agree(both, { address: wallet.accounts[1], chainId: 'eip155:31338' })
    expect(config.state.chainIds.eip155).toBe('eip155:31338')
  })

  it('both follow a switch made through either', async () => {
    const { load } = browser()
    const { config, wagmiConfig, both } = load()
    await connect(config, { connector: 'test' })
    await switchChain(config, { chainId: 'eip155:31338' })
    await agree(both, { chainId: 'eip155:31338' })
    await core.switchChain(wagmiConfig, { chainId: 31337 })
    await agree(both, { chainId: 'eip155:31337' })
    expect(config.state.chainIds.eip155).toBe('eip155:31337')
  })

  it.each(['Latchkey', 'wagmi', 'the wallet'] as const)('a disconnect through %s ends both', async (way) => {
    const { load, wallet } = browser()
    const { config, wagmiConfig, both } = load()
    await connect(config, { connector: 'test' })
    if (way === 'Latchkey') await disconnect(config)
    else if (way === 'wagmi') await core.disconnect(wagmiConfig)
    else wallet.revoke()
    await agree(both, { status: 'disconnected', address: undefined })
    expect(config.state.connections.size).toBe(0)
    await connect(config, { connector: 'test' })
    await agree(both, { status: 'connected' })
  })

  it.each(['ours', 'theirs', 'both at once'] as const)(
    'after a reload both are connected again: reconnect called on %s',
    async (order) => {
      const unhandled = watchRejections()
      const { load, wallet } = browser()
      const first = load()
      await connect(first.config, { connector: 'test' })
      first.config.destroy()
      wallet.selectAccount(1)
      const { config, wagmiConfig, both } = load()
      expect(getConnection(config).status).toBe('connecting')
      if (order === 'ours') await reconnect(config)
      else if (order === 'theirs') await core.reconnect(wagmiConfig).then(() => reconnect(config))
      else await Promise.all([core.reconnect(wagmiConfig), reconnect(config)])
      await agree(both, { address: wallet.accounts[1], status: 'connected' })
      expect(unhandled).toEqual([])
    },
  )

  it('after a reload with the permission gone both are disconnected', async () => {
    const { load, wallet } = browser()
    await connect(load().config, { connector: 'test' })
    wallet.revoke()
    const { config, both } = load()
    await reconnect(config)
    await agree(both, { status: 'disconnected', address: undefined })
  })

  it('error: a refusal is ours, and leaves both disconnected', async () => {
    const { load, wallet } = browser()
    const { config, both } = load()
    wallet.set({ reject: true })
    await expect(connect(config, { connector: 'test' })).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
    await agree(both, { status: 'disconnected' })
    wallet.set({ reject: false })
    await connect(config, { connector: 'test' })
    wallet.set({ reject: true })
    await expect(switchChain(config, { chainId: 'eip155:31338' })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await agree(both, { chainId: 'eip155:31337' })
  })

  it('after destroy Latchkey no longer follows', async () => {
    const { load } = browser()
    const { config, wagmiConfig, connector } = load()
    config.destroy()
    await core.connect(wagmiConfig, { connector })
    expect(getConnection(config).status).toBe('disconnected')
  })
})
