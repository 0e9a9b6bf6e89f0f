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

/**
 * Finds a function of a wallet's feature.
 *
 * @param wallet - The wallet.
 * @param feature - The feature, such as `standard:connect`.
 * @param verb - The function. Default: what stands after the colon.
 * @returns The function; undefined when the wallet does not have it.
 *
 * @example
 * import { featureOf, type StandardWallet } from '@latchkey/core/family'
 * const canDisconnect = (wallet: StandardWallet) => featureOf(wallet, 'standard:disconnect') !== undefined
 */
export function featureOf(
  wallet: StandardWallet,
  feature: string,
  verb = feature.slice(feature.indexOf(':') + 1),
): ((...inputs: unknown[]) => Promise<unknown>) | undefined {
  const holder = wallet.features[feature] as { readonly [name: string]: unknown } | undefined
  const run = holder?.[verb]
  return typeof run === 'function' ? async (...inputs) => run.apply(holder, inputs) : undefined
}
