import type { Config } from '../createConfig.js'

/** Returns whether a wallet is one of those that are never shown, by rdns or by name in any case. */
export function isExcludedWallet(
  config: Config,
  wallet: { readonly name: string; readonly rdns?: string | null | undefined },
): boolean {
  const excluded = config.options.excludeWallets ?? []
  return excluded.some(
    ({ rdns, name }) =>
      (rdns !== undefined && rdns.toLowerCase() === wallet.rdns?.toLowerCase()) ||
      (name !== undefined && name.toLowerCase() === wallet.name.toLowerCase()),
  )
}
