import { type Chain, connect, createConfig, toChain } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { type SolanaChain, solanaAccounts, startSolanaChain } from '@latchkey/devnet'
import { solana } from '@latchkey/solana'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { solanaWallet } from './solanaWallet.js'

/** One real Solana chain for all tests of a file, and what a test needs on it. */
export function solanaWorld({ slotTime = 40 } = {}) {
  let chain: SolanaChain
  let count = 0
  beforeAll(async () => {
    chain = await startSolanaChain({ slotTime })
  })
  afterAll(() => chain.stop())

  /** The local network as an app lists it; the nodes are the test's choice. */
  function listed(urls: readonly string[] = [chain.url]): Chain {
    return toChain({
      id: chain.chainId.slice('solana:'.length),
      name: chain.name,
      chainNamespace: 'solana',
      nativeCurrency: chain.nativeCurrency,
      rpcUrls: { default: { http: urls } },
      testnet: true,
      tokens: chain.tokens,
    })
  }

  return {
    get chain() {
      return chain
    },
    listed,
    context: (urls: readonly string[] = [chain.url]) => ({ chain: listed(urls), rpcUrls: urls }),
    /** A key that nobody has used, with what the faucet gives if it is wanted. */
    async stranger({ isFunded = false, sends = false } = {}) {
      count += 1
      const key = Buffer.alloc(32, 7)
      key.writeUInt32BE(count, 0)
      const wallet = await solanaWallet(key.toString('hex'), sends ? chain.url : undefined)
      if (isFunded) await chain.fund(wallet.address)
      return wallet
    },
    /** A config that is connected to the wallet of one of the local accounts. */
    async connected({ index = 1, sends = true, urls = [chain.url] } = {}) {
      const wallet = await solanaWallet(solanaAccounts[index]?.privateKey ?? '', sends ? chain.url : undefined)
      const fake = createFakeConnector({
        addresses: [wallet.address],
        chainId: chain.chainId,
        namespaces: ['solana'],
        getProvider: async () => wallet.provider,
      })
      const config = createConfig({
        chains: [listed(urls)],
        namespaces: [solana()],
        connectors: [fake.create],
        storage: null,
      })
      onTestFinished(() => config.destroy())
      await connect(config, { connector: 'dev.latchkey.fake' })
      return { config, wallet, fake, account: `${chain.chainId}:${wallet.address}` as const }
    },
  }
}
