import { injected } from '@latchkey/connectors/injected'
import { type Config, createConfig, createStorage, type KeyValue, toChain } from '@latchkey/core'
import { accounts, type EvmChains, type FaultyNode, faucet, startEvmChains, startFaultyNode } from '@latchkey/devnet'
import { createTestWallet, type TestWallet } from '@latchkey/devnet/wallet'

/** Two real chains behind nodes that can be made to fail. */
export type WalletWorld = { local: EvmChains; nodes: readonly FaultyNode[]; stop(): Promise<void> }

/** A page with two wallets on it, and what survives its reload. */
export type WalletPage = { config: Config; wallets: readonly TestWallet[]; kept: Map<string, string>; close(): void }

/** The accounts of both wallets, which pay in these tests. */
export const payers = [accounts[1], accounts[2], accounts[5]].flatMap((account) => (account ? [account.address] : []))

/** The rdns of the wallets, by place. */
export const walletIds = ['dev.latchkey.deep-a', 'dev.latchkey.deep-b'] as const

export async function startWalletWorld(): Promise<WalletWorld> {
  const local = await startEvmChains()
  for (const chain of local.chains) for (const address of payers) await faucet(chain, address)
  const nodes = await Promise.all(local.chains.map(({ url }) => startFaultyNode({ target: url })))
  return {
    local,
    nodes,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
      await local.stop()
    },
  }
}

/** Opens a page: the same `kept` makes it a reload of the page before. */
export function openPage({ local, nodes }: WalletWorld, kept: Map<string, string> = new Map()): WalletPage {
  const target = new EventTarget() as unknown as Window
  const known = local.chains.map(({ chainId, name }, index) => ({ chainId, name, url: nodes[index]?.url ?? '' }))
  const wallets = walletIds.map((rdns, index) =>
    createTestWallet({
      chains: known,
      accounts: 2 - index,
      info: { rdns, name: `Wallet ${index}` },
      storage: keyValue(kept, `wallet ${index}/`),
      ...(index === 1 && accounts[5] ? { privateKey: accounts[5].privateKey } : {}),
    }),
  )
  const stops = wallets.map((wallet) => wallet.announce(target))
  const chains = local.chains.map((chain, index) =>
    toChain({
      id: chain.chainId,
      name: chain.name,
      nativeCurrency: chain.nativeCurrency,
      rpcUrls: { default: { http: [nodes[index]?.url ?? ''] } },
      testnet: true,
    }),
  )
  const [first, second] = chains
  if (!first || !second) throw new Error('There are two local chains')
  const config = createConfig({
    chains: [first, second],
    connectors: [injected({ target })],
    storage: createStorage({ store: keyValue(kept, 'page/') }),
  })
  return {
    config,
    wallets,
    kept,
    close() {
      config.destroy()
      for (const stop of stops) stop()
    },
  }
}

function keyValue(kept: Map<string, string>, prefix: string): KeyValue {
  return {
    getItem: (key) => kept.get(prefix + key) ?? null,
    setItem: (key, value) => void kept.set(prefix + key, value),
    removeItem: (key) => void kept.delete(prefix + key),
  }
}
