import type { Namespace } from '@latchkey/protocol/caip'

/** The kinds of accounts that a wallet may have in one family. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'

/** What a wallet reports of an account besides its address. */
export type AccountFacts = {
  readonly type?: AccountType
  /** Hex, without a prefix. */
  readonly publicKey?: string
  /** Derivation path, for example `m/84'/0'/0'/0/0`. */
  readonly path?: string
}

/**
 * The default account type of each family; a wallet that lacks it shows its own.
 *
 * @example
 * import { defaultAccountTypes } from '@latchkey/core'
 * defaultAccountTypes.bip122 // 'payment'
 */
export const defaultAccountTypes = {
  eip155: 'smartAccount',
  solana: 'eoa',
  bip122: 'payment',
  polkadot: 'eoa',
} as const satisfies { readonly [namespace in Namespace]?: AccountType }
