import type { ChainId, Namespace } from '@latchkey/core'
import { type FamilyIdentity, familyIdentity } from '@latchkey/core/family'
import { type BitcoinNetwork, bitcoinChains } from '@latchkey/protocol/bitcoin'

/** An account as a wallet of the standard shows it; nothing of it is checked. */
export type StandardAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
}

/** A wallet as it registers itself; nothing of it is checked. @see https://github.com/wallet-standard/wallet-standard */
export type StandardWallet = {
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  readonly features: { readonly [feature: string]: unknown }
  readonly accounts: readonly StandardAccount[]
}

/** The families that we reach by the standard, and what the standard calls them. */
export const standardFamilies = { solana: 'solana:', bip122: 'bitcoin:' } as const satisfies {
  readonly [namespace in Namespace]?: string
}

/** A family that is reached by the standard. */
export type StandardFamily = keyof typeof standardFamilies

const solanaNames: { readonly [chainId: string]: string } = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** What the standard calls a chain; one that it has no name for is a local one. */
export function standardChain(chainId: ChainId): string {
  if (chainId.startsWith('solana:')) return solanaNames[chainId] ?? 'solana:localnet'
  const chain = (Object.keys(bitcoinChains) as BitcoinNetwork[]).find((name) => bitcoinChains[name] === chainId)
  return `bitcoin:${chain ?? 'regtest'}`
}

/** The families of a wallet that we can use it for, each with how it is shown; none for what is no wallet. */
export function readFamilies(wallet: unknown): ReadonlyMap<StandardFamily, FamilyIdentity> {
  const found = new Map<StandardFamily, FamilyIdentity>()
  try {
    const { name, icon, chains, features } = wallet as StandardWallet
    const known = Object.keys(features)
    for (const family of Object.keys(standardFamilies) as StandardFamily[]) {
      const prefix = standardFamilies[family]
      const canConnect = 'standard:connect' in features || `${prefix}connect` in features
      const isOfFamily =
        chains.some((chain) => chain.startsWith(prefix)) && known.some((each) => each.startsWith(prefix))
      const identity = familyIdentity(family, 'announced', { name, icon })
      if (canConnect && isOfFamily && identity) found.set(family, identity)
    }
  } catch {
    // It may be a proxy that throws on every access; it is then no wallet.
    return new Map()
  }
  return found
}

/** A function of a wallet's feature; undefined when the wallet does not have it. */
export function featureOf(
  wallet: StandardWallet,
  feature: string,
  verb = feature.slice(feature.indexOf(':') + 1),
): ((...inputs: unknown[]) => Promise<unknown>) | undefined {
  const holder = wallet.features[feature] as { readonly [name: string]: unknown } | undefined
  const run = holder?.[verb]
  return typeof run === 'function' ? async (...inputs) => run.apply(holder, inputs) : undefined
}
