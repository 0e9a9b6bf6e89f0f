import type { Collectible, Collectibles } from '@latchkey/protocol/accountApi'
import type { AccountId, Namespace } from '@latchkey/protocol/caip'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { ApiErrorCode } from '../config/errorTypes.js'
import { readAccount } from '../connection/readAccount.js'
import type { Config } from '../createConfig.js'
import { getSupportedChains } from './getSupportedChains.js'

/** The parameters of `getCollectibles`. */
export type GetCollectiblesParameters = {
  /** A CAIP-10 account: whose collectibles, and on which chain. */
  readonly account: AccountId
  /** The `next` of an earlier page. Default: the first page. */
  readonly cursor?: string | undefined
  readonly signal?: AbortSignal
}

/** The return type of `getCollectibles`. */
export type GetCollectiblesReturnType = {
  /** By contract and token id, spam included. */
  readonly collectibles: readonly Collectible[]
  /** The cursor of the page after this one; undefined on the last. */
  readonly next: string | undefined
  /** `behind`: some may be missing, as the data API is still reading blocks or a node did not answer. `none`: it does not index this chain. */
  readonly index: Collectibles['index']['state']
}

/** Those of which the data API tells what an account collects. */
const families: readonly Namespace[] = ['eip155', 'solana']
const nothing: GetCollectiblesReturnType = { collectibles: [], next: undefined, index: 'none' }

/** The error type of `getCollectibles`. */
export type GetCollectiblesErrorType = LatchkeyError<ApiErrorCode | 'INVALID_ADDRESS'>

/**
 * Reads a page of the collectibles (ERC-721, ERC-1155, Metaplex) of an EVM or Solana account from the data API.
 *
 * @param config - The config.
 * @param parameters - See {@link GetCollectiblesParameters}.
 * @returns One page; an empty one for other families, without a data API, or for a chain that it does not serve.
 * @throws API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER; INVALID_ADDRESS; ABORTED.
 *
 * @example
 * import { getCollectibles } from '@latchkey/core'
 * const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const { collectibles, next } = await getCollectibles(config, { account })
 */
export async function getCollectibles(
  config: Config,
  parameters: GetCollectiblesParameters,
): Promise<GetCollectiblesReturnType> {
  const { chainId, namespace, address } = readAccount(parameters.account)
  const { api } = config
  if (!api || !families.includes(namespace)) return nothing
  if (!(await getSupportedChains(config)).http.includes(chainId)) return nothing
  const { collectibles } = await import('@latchkey/protocol/accountApi')
  const { cursor, signal } = parameters
  const { data, next, index } = await api.request({
    path: `v1/account/${address}/collectibles`,
    query: { chainId, cursor },
    parse: (value) => collectibles.parse(value),
    signal,
  })
  return { collectibles: data.filter((one) => one.chainId === chainId), next: next ?? undefined, index: index.state }
}
