import type { ChainId } from '@latchkey/protocol/caip'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import { recommendedWallets } from '@latchkey/protocol/internal/limits'
import { dedupe } from '../calls/dedupe.js'
import { untilAborted } from '../calls/untilAborted.js'
import type { Config } from '../createConfig.js'
import { readRecentListings } from '../wallets/recentListings.js'
import type { WalletListing } from '../wallets/walletListing.js'
import { getWallets } from './getWallets.js'

/** The parameters of `getSuggestedWallets`. */
export type GetSuggestedWalletsParameters = {
  /** Only wallets for one of these chains. Default: the chains of the config. */
  readonly chains?: readonly ChainId[]
  /** Ends the waiting. */
  readonly signal?: AbortSignal
}

/** The return type of `getSuggestedWallets`. */
export type GetSuggestedWalletsReturnType = {
  /** Those used last on this device, newest first; at most 2. */
  readonly recent: readonly WalletListing[]
  /** Those of `featuredWalletIds`, in that order. */
  readonly featured: readonly WalletListing[]
  /** The first 4 of the directory besides those. */
  readonly recommended: readonly WalletListing[]
  /** The size of the directory; undefined if the request failed, or where `walletGroups` names some of its wallets. */
  readonly count: number | undefined
}

const nothing: GetSuggestedWalletsReturnType = { recent: [], featured: [], recommended: [], count: undefined }

/** The error type of `getSuggestedWallets`. */
export type GetSuggestedWalletsErrorType = LatchkeyError<'ABORTED' | 'UNKNOWN'>

/**
 * Reads which wallets of the directory to show before anything is searched; asked anew while it failed.
 *
 * @param config - The config.
 * @param parameters - See {@link GetSuggestedWalletsParameters}.
 * @returns The wallets, none of them twice and none of `walletGroups`; empty lists without a data API or when it does not answer.
 * @throws ABORTED.
 *
 * @example
 * import { getSuggestedWallets } from '@latchkey/core'
 * const { recommended } = await getSuggestedWallets(config)
 */
export async function getSuggestedWallets(
  config: Config,
  parameters: GetSuggestedWalletsParameters = {},
): Promise<GetSuggestedWalletsReturnType> {
  if (!config.api) return nothing
  const { walletGroups = [] } = config.options
  const named = walletGroups.flatMap(({ wallets }) => wallets)
  const isFree = (id: string) => !named.includes(id)
  const featuredWalletIds = (config.options.featuredWalletIds ?? []).filter(isFree)
  const recentIds = readRecentListings(config.storage).filter(isFree)
  const { chains } = parameters
  const wanted = chains ? { chains } : {}
  const some = async (ids: readonly string[]) => {
    if (ids.length === 0) return []
    const { wallets } = await getWallets(config, { ...wanted, include: ids, entries: ids.length })
    return ids.flatMap((id) => wallets.find((wallet) => wallet.id === id) ?? [])
  }
  const ask = () =>
    dedupe(config, `suggestedWallets ${recentIds.join()} ${chains?.join() ?? ''}`, async (keep) => {
      try {
        const [recent, featured, first] = await Promise.all([
          some(recentIds),
          some(featuredWalletIds),
          getWallets(config, {
            ...wanted,
            entries: recommendedWallets,
            exclude: [...featuredWalletIds, ...recentIds, ...named],
          }),
        ])
        keep()
        const others = featured.filter(({ id }) => !recentIds.includes(id))
        const count = named.length > 0 ? undefined : first.count + recent.length + others.length
        return { recent, featured: others, recommended: first.wallets, count }
      } catch {
        return nothing
      }
    })
  return untilAborted(ask, parameters.signal)
}
