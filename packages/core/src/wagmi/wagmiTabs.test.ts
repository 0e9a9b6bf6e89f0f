import { createTestWallet } from '@latchkey/devnet/wallet'
import * as v3 from '@wagmi/core'
import { mainnet } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as v2 from 'wagmi-core-v2'
import { browserTabs } from '../../test/browserTabs.js'
import { memoryStore } from '../../test/memoryStore.js'
import { connect } from '../actions/connect.js'
import { disconnect } from '../actions/disconnect.js'
import { getConnection } from '../actions/getConnection.js'
import { followTabs } from '../config/followTabs.js'
import { createConfig } from '../createConfig.js'
import { wagmi } from './wagmi.js'

beforeEach(() => {
  // wagmi looks for a wallet only where there is a window.
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe.each([
  ['3', v3],
  ['2', v2 as unknown as typeof v3],
] as const)('two tabs with a wagmi config of version %s', (_, core) => {
  /** One browser with a wallet that cannot revoke, as many cannot, so that no word of it ends the other tab’s connection. */
  function twoTabs() {
    const [tabs, theirs, memory] = [browserTabs(), memoryStore(), memoryStore()]
    const asked: string[] = []
    const open = (name: string) => {
      const chain = { chainId: 1, name: 'Ethereum', url: 'http://127.0.0.1:1', nativeCurrency: mainnet.nativeCurrency }
      const wallet = createTestWallet({ chains: [chain], storage: memory })
      const provider = {
        ...wallet.provider,
        request(request: Parameters<typeof wallet.provider.request>[0]) {
          asked.push(`${name} ${request.method}`)
          if (request.method === 'wallet_revokePermissions') return Promise.reject(new Error('Unknown method'))
          return wallet.provider.request(request)
        },
      }
      const target = { id: 'test', name: 'Test Wallet', provider: provider as never }
      const wagmiConfig = core.createConfig({
        chains: [mainnet],
        transports: { [mainnet.id]: core.http() },
        connectors: [core.injected({ target, shimDisconnect: true })],
        multiInjectedProviderDiscovery: false,
        storage: core.createStorage({ storage: theirs }),
      })
      const tab = tabs.open(name)
      const config = createConfig({ chains: [mainnet], connectors: [wagmi(wagmiConfig)], storage: tab.storage })
      followTabs(config, tab.target)
      const statuses = () => [getConnection(config).status, wagmiConfig.state.status]
      return { wallet, config, wagmiConfig, statuses }
    }
    return { a: open('A'), b: open('B'), asked }
  }
  const both = (status: string) => [status, status]

  it.each(['Latchkey', 'wagmi'] as const)(
    'behavior: what is left through %s in one is left by wagmi in the other too, without a word to the wallet',
    async (way) => {
      const { a, b, asked } = twoTabs()
      await connect(a.config, { connector: 'test' })
      await expect.poll(b.statuses).toEqual(both('connected'))
      asked.length = 0
      if (way === 'Latchkey') await disconnect(a.config)
      else await core.disconnect(a.wagmiConfig)
      await expect.poll(b.statuses).toEqual(both('disconnected'))
      expect(b.wagmiConfig.state).toMatchObject({ current: null, connections: new Map() })
      expect(asked).toEqual(['A wallet_revokePermissions'])
    },
  )

  it('behavior: another account in the wallet does not bring it back; connecting does, in both tabs', async () => {
    const { a, b } = twoTabs()
    await connect(a.config, { connector: 'test' })
    await expect.poll(b.statuses).toEqual(both('connected'))
    await disconnect(a.config)
    await expect.poll(b.statuses).toEqual(both('disconnected'))
    b.wallet.selectAccount(1)
    // Long enough for a wagmi that listened to have asked the wallet and connected.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([a.statuses(), b.statuses()]).toEqual([both('disconnected'), both('disconnected')])
    await connect(b.config, { connector: 'test' })
    await expect.poll(a.statuses).toEqual(both('connected'))
    expect(b.statuses()).toEqual(both('connected'))
    b.wallet.selectAccount(0)
    await expect.poll(() => getConnection(b.config).address).toBe(b.wallet.accounts[0])
  })
})
