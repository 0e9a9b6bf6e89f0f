import type { HistoryEntry } from '@latchkey/protocol/accountApi'
import type { AccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { readAccount } from '../connection/readAccount.js'
import type { Config } from '../createConfig.js'
import { getSupportedChains } from './getSupportedChains.js'

/** The parameters of `getHistory`. */
export type GetHistoryParameters = {
  /** A CAIP-10 account: whose transactions, and on which chain. */
  readonly account: AccountId
  /** The `next` of an earlier page. Default: the newest transactions. */
  readonly cursor?: string | undefined
  /** Lists purchases through this service instead of all transactions. */
  readonly onramp?: 'coinbase'
  readonly signal?: AbortSignal
}

/** The return type of `getHistory`. */
export type GetHistoryReturnType = {
  /** Newest first, without those that only brought unwanted collectibles. */
  readonly transactions: readonly HistoryEntry[]
  /** The cursor of the page after this one; undefined on the last. */
  readonly next: string | undefined
}

const nothing: GetHistoryReturnType = { transactions: [], next: undefined }

/** The error type of `getHistory`. */
export type GetHistoryErrorType = LatchkeyError<'HISTORY_UNAVAILABLE' | 'INVALID_ADDRESS' | 'ABORTED' | 'UNKNOWN'>

/**
 * Reads a page of the transactions of an account from the data API: on EVM chains, and on those of other families that it names.
 *
 * @param config - The config.
 * @param parameters - See {@link GetHistoryParameters}.
 * @returns One page; an empty one without a data API, and for a chain that it does not serve or tells no history of.
 * @throws HISTORY_UNAVAILABLE 'Failed to fetch transactions'; INVALID_ADDRESS; ABORTED.
 *
 * @example
 * import { getHistory } from '@latchkey/core'
 * const { transactions, next } = await getHistory(config, { account: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
 */
export async function getHistory(config: Config, parameters: GetHistoryParameters): Promise<GetHistoryReturnType> {
  const { chainId, namespace, address } = readAccount(parameters.account)
  const { api } = config
  if (!api) return nothing
  const served = await getSupportedChains(config)
  if (!served.http.includes(chainId)) return nothing
  // Servers that do not say what they tell, tell of EVM chains only.
  if (!(served.history?.includes(chainId) ?? namespace === 'eip155')) return nothing
  const { history } = await import('@latchkey/protocol/accountApi')
  const { cursor, onramp, signal } = parameters
  try {
    const { data, next } = await api.request({
      path: `v1/account/${address}/history`,
      query: { chainId, cursor, onramp },
      parse: (value) => history.parse(value),
      signal,
    })
    const transactions = data.filter((entry) => entry.metadata.chain === chainId && !isSpam(entry))
    return { transactions, next: next ?? undefined }
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new LatchkeyError('HISTORY_UNAVAILABLE', 'Failed to fetch transactions', { cause })
  }
}

/** An entry without transfers is not spam: approvals and failed calls are listed. */
function isSpam({ transfers }: HistoryEntry): boolean {
  return transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags.is_spam === true)
}
