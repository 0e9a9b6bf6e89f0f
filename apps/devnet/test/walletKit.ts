import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll } from 'vitest'
import { accounts } from '../src/chains/evm/accounts.js'
import type { EvmChains } from '../src/chains/evm/localChain.js'
import { startEvmChains } from '../src/chains/evm/startEvmChains.js'
import { createTestWallet } from '../src/wallets/evm/createTestWallet.js'
import type { TestWallet, TestWalletOptions } from '../src/wallets/evm/testWallet.js'

/** What the tests of the wallet share: two chains for the life of the suite, and short words for long calls. */
export function walletKit() {
  let world: EvmChains | undefined
  beforeAll(async () => {
    world = await startEvmChains()
  })
  afterAll(() => world?.stop())

  const chains = () => {
    if (world === undefined) throw new Error('The chains are started before each suite')
    return world.chains
  }
  const make = (options: Partial<TestWalletOptions> = {}) => createTestWallet({ chains: chains(), ...options })
  const ask = (wallet: TestWallet, method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
  const [, visitor, second, third] = accounts
  if (!visitor || !second || !third) throw new Error('There are ten accounts')

  return {
    chains,
    make,
    ask,
    visitor,
    second,
    third,
    async connected(options: Partial<TestWalletOptions> = {}) {
      const wallet = make(options)
      await ask(wallet, 'eth_requestAccounts')
      return wallet
    },
    node: (index: 0 | 1 = 0) => createPublicClient({ transport: http(chains()[index].url) }),
    /** Collects what the wallet says unasked. */
    heard(wallet: TestWallet) {
      const events: [string, unknown][] = []
      for (const event of ['accountsChanged', 'chainChanged', 'connect', 'disconnect']) {
        wallet.provider.on(event, ((value: unknown) => events.push([event, value])) as never)
      }
      return events
    },
    /** A storage that lives as long as the test. */
    kept() {
      const values = new Map<string, string>()
      return {
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
        removeItem: (key: string) => void values.delete(key),
      }
    },
  }
}
