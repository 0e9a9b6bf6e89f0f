import { type Namespace, parseChainId } from '@latchkey/core'
import type { PageFamily } from './settings.js'

/** A function that a package offers, and what the page and the code that it shows call it. */
export type Part = { readonly door: string; readonly name: string; readonly as?: string }

const parts: { readonly [family in Exclude<Namespace, 'eip155'>]: { adapter: Part; wallets: readonly Part[] } } = {
  solana: { adapter: { door: '@latchkey/solana', name: 'solana' }, wallets: [] },
  bip122: {
    adapter: { door: '@latchkey/core/bip122', name: 'bip122' },
    wallets: [
      { door: '@latchkey/connectors/walletStandard', name: 'walletStandard' },
      { door: '@latchkey/connectors/bitcoin', name: 'bitcoin' },
    ],
  },
  polkadot: {
    adapter: { door: '@latchkey/core/polkadot', name: 'polkadot' },
    wallets: [{ door: '@latchkey/connectors/polkadot', name: 'polkadot', as: 'polkadotWallets' }],
  },
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

/** What a part is called where it is used. */
export function nameOf({ name, as }: Part): string {
  return as ?? name
}
