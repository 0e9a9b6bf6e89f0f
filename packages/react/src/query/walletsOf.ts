import type { GetWalletsReturnType, WalletListing } from '@latchkey/core'

/** The wallets of all pages of the directory, none of them twice. */
export function walletsOf({ pages }: { readonly pages: readonly GetWalletsReturnType[] }): readonly WalletListing[] {
  const all = pages.flatMap(({ wallets }) => wallets)
  return [...new Map(all.map((wallet) => [wallet.id, wallet])).values()]
}
