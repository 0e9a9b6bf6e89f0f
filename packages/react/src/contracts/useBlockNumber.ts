import type { Config, ResolvedRegister } from '@latchkey/core'
import { type GetBlockNumberErrorType, watchBlockNumber } from '@latchkey/core/contracts'
import { type GetBlockNumberQueryParameters, getBlockNumberQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConfig } from '../hooks/useConfig.js'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useEvm } from './useEvm.js'

/** The parameters of `useBlockNumber`. */
export type UseBlockNumberParameters<
  config extends Config = ResolvedRegister['config'],
  selected = bigint,
> = GetBlockNumberQueryParameters<config> &
  QueryParameter<bigint, GetBlockNumberErrorType, selected, config> & {
    /** True: follows the chain, block by block. Default false. */
    readonly watch?: boolean | undefined
  }

/**
 * The number of the newest block of an EVM chain.
 *
 * @param parameters - `chainId` as a number (default: the active EVM chain); `watch: true` follows the chain; a `config`, and
 * TanStack's options as `query`.
 * @returns A TanStack query; its error is what `getBlockNumber` throws.
 *
 * @example
 * import { useBlockNumber } from '@latchkey/react/contracts'
 * const { data: block } = useBlockNumber({ watch: true })
 */
export function useBlockNumber<config extends Config = ResolvedRegister['config'], selected = bigint>(
  parameters: UseBlockNumberParameters<config, selected> = {},
): UseQueryResult<selected, GetBlockNumberErrorType> {
  const config: Config = useConfig(parameters)
  const client = useQueryClient()
  const active = useEvm({ config })
  const chainId = parameters.chainId ?? active.chainId
  const options = withQuery(getBlockNumberQueryOptions(config, { chainId }), parameters.query)
  const isWatching = parameters.watch === true && options.enabled === true
  const key = JSON.stringify(options.queryKey)
  useEffect(() => {
    if (!isWatching || chainId === undefined) return undefined
    return watchBlockNumber(config, {
      chainId,
      onBlockNumber: (block) => client.setQueryData(JSON.parse(key), block),
    })
  }, [client, config, chainId, isWatching, key])
  return useQuery(options)
}
