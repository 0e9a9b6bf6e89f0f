import type { ConfiguredEvmChainId } from '../config/configured.js'
import { type GetBlockNumberErrorType, getBlockNumber } from '../contracts/getBlockNumber.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getBlockNumberQueryOptions`. */
export type GetBlockNumberQueryParameters<config extends Config = ResolvedRegister['config']> = {
  /** The number of a listed EVM chain; undefined until it is known. */
  readonly chainId?: ConfiguredEvmChainId<config> | undefined
}

/**
 * The number of the newest block of an EVM chain, as a query.
 *
 * @param config - The config.
 * @param parameters - See {@link GetBlockNumberQueryParameters}.
 * @returns Options for `useQuery` and the like; the query's error is what `getBlockNumber` throws.
 *
 * @example
 * import { getBlockNumberQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const block = await new QueryClient().fetchQuery(getBlockNumberQueryOptions(config, { chainId: 1 }))
 */
export function getBlockNumberQueryOptions<config extends Config>(
  config: config,
  parameters: GetBlockNumberQueryParameters<config> = {},
): QueryOptions<bigint, GetBlockNumberErrorType> {
  return queryOptions(config, parameters, {
    name: 'blockNumber',
    needs: ['chainId'],
    staleTime: 0,
    ask: ({ chainId }) => getBlockNumber(config, { chainId, cacheTime: 0 }),
  })
}
