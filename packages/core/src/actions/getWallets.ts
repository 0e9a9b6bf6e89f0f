import type { ChainId } from '@latchkey/protocol/caip'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import { walletPageSize, walletSearchSize } from '@latchkey/protocol/internal/limits'
import type { ApiErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import type { WalletListing } from '../wallets/walletListing.js'

/** The parameters of `getWallets`; all of it may be left out. */
export type GetWalletsParameters = {
  /** Which page, from 1 on. */
  readonly page?: number
  /** The page size. Default: 40; 100 for a search. */
  readonly entries?: number
  /** Only wallets with this in their name. */
  readonly search?: string
  /** Only wallets that the directory marks as certified. */
  readonly certified?: boolean
  /** Only wallets with these ids, besides what the config includes. */
  readonly include?: readonly string[]
  /** No wallets with these ids, nor those that the config excludes. */
  readonly exclude?: readonly string[]
  /** Only wallets for one of these chains. Default: the chains of the config. */
  readonly chains?: readonly ChainId[]
  readonly signal?: AbortSignal
}

/** The return type of `getWallets`. */
export type GetWalletsReturnType = {
  readonly wallets: readonly WalletListing[]
  /** The number of entries on all pages. */
  readonly count: number
  /** Another page follows. */
  readonly hasMore: boolean
}

/** The error type of `getWallets`. */
export type GetWalletsErrorType = LatchkeyError<ApiErrorCode>

/**
 * Fetches one page of the wallet directory. The directory is not fetched before this call, and connecting does not need it.
 *
 * @param config - The config.
 * @param parameters - See {@link GetWalletsParameters}.
 * @returns The wallets that may be shown, and how many there are in all; none without a data API.
 * @throws API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER; ABORTED.
 *
 * @example
 * import { getWallets } from '@latchkey/core'
 * const { wallets, hasMore } = await getWallets(config, { search: 'rain' })
 */
export async function getWallets(config: Config, parameters: GetWalletsParameters = {}): Promise<GetWalletsReturnType> {
  const { api } = config
  const { includeWalletIds, excludeWalletIds = [] } = config.options
  const { page = 1, certified, chains, signal } = parameters
  const search = parameters.search?.trim()
  const entries = parameters.entries ?? (search ? walletSearchSize : walletPageSize)
  const include = both(parameters.include, includeWalletIds)
  if (!api || include?.length === 0) return { wallets: [], count: 0, hasMore: false }
  const { readWalletListing } = await import('../wallets/walletListing.js')
  const { walletList } = await import('@latchkey/protocol/directory')
  const { count, data } = await api.request({
    path: 'getWallets',
    query: {
      page: String(page),
      entries: String(entries),
      search,
      badge_type: certified ? 'certified' : undefined,
      include: include?.join(','),
      exclude: [...new Set([...excludeWalletIds, ...(parameters.exclude ?? [])])].join(','),
      chains: (chains ?? config.chains.map(({ caipNetworkId }) => caipNetworkId)).join(','),
    },
    parse: (value) => walletList.parse(value),
    signal,
  })
  // One entry in a form that we do not understand must not hide the others.
  const wallets = data.flatMap((entry) => readWalletListing(config, entry) ?? [])
  return { wallets, count, hasMore: data.length > 0 && page * entries < count }
}

/** The intersection; undefined where neither is set. */
function both(asked: readonly string[] | undefined, allowed: readonly string[] | undefined) {
  if (!asked || !allowed) return asked ?? allowed
  return asked.filter((id) => allowed.includes(id))
}
