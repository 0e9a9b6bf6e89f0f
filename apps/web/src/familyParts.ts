import { type Namespace, parseChainId } from '@latchkey/core'
import type { PageFamily } from './settings.js'

/** A function that a package offers. */
export type Part = { readonly door: string; readonly name: string }

const walletStandard: Part = { door: '@latchkey/connectors/walletStandard', name: 'walletStandard' }

const parts: { readonly [family in Exclude<Namespace, 'eip155'>]: { adapter: Part; wallets: readonly Part[] } } = {
  solana: { adapter: { door: '@latchkey/core/solana', name: 'solana' }, wallets: [walletStandard] },
  bip122: { adapter: { door: '@latchkey/bitcoin', name: 'bitcoin' }, wallets: [walletStandard] },
  polkadot: { adapter: { door: '@latchkey/polkadot', name: 'polkadot' }, wallets: [] },
  cosmos: { adapter: { door: '@latchkey/cosmos', name: 'cosmos' }, wallets: [] },
}

/** What an app takes to offer these chains: one adapter for each family, and the ways to its wallets. */
export function partsOf(families: readonly PageFamily[]): {
  readonly adapters: readonly Part[]
  readonly wallets: readonly Part[]
} {
  const offered = new Set(families.map(({ caipNetworkId }) => parseChainId(caipNetworkId).namespace))
  const wanted = Object.entries(parts).flatMap(([family, part]) => (offered.has(family as Namespace) ? [part] : []))
  return {
    adapters: wanted.map(({ adapter }) => adapter),
    wallets: [...new Set(wanted.flatMap(({ wallets }) => wallets))],
  }
}
