import { type Namespace, parseChainId } from '@latchkey/core'
import type { PageFamily } from './settings.js'

/** A function that a package offers. */
export type Part = { readonly specifier: string; readonly name: string }

const parts: { readonly [family in Exclude<Namespace, 'eip155'>]: Part } = {
  solana: { specifier: '@latchkey/solana', name: 'solana' },
  bip122: { specifier: '@latchkey/bitcoin', name: 'bitcoin' },
  polkadot: { specifier: '@latchkey/polkadot', name: 'polkadot' },
  cosmos: { specifier: '@latchkey/cosmos', name: 'cosmos' },
}

/** What an app takes to offer these chains: one adapter for each family. */
export function adaptersOf(families: readonly PageFamily[]): readonly Part[] {
  const offered = new Set(families.map(({ caipNetworkId }) => parseChainId(caipNetworkId).namespace))
  return Object.entries(parts).flatMap(([family, part]) => (offered.has(family as Namespace) ? [part] : []))
}
