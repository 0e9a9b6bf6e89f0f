import type { Abi, ContractFunctionArgs, ContractFunctionName } from 'viem'
import {
  type ReadContractErrorType,
  type ReadContractParameters,
  type ReadContractReturnType,
  readContract,
} from '../contracts/readContract.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import { type ContractCall, isUnfinished, keyOf } from './contractCall.js'
import type { PartialParameters } from './partialParameters.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `readContractQueryOptions`: the parameters of `readContract`, each of which may be undefined until it is known. */
export type ReadContractQueryParameters<
  abi extends Abi | readonly unknown[] = Abi,
  functionName extends ContractFunctionName<abi, 'pure' | 'view'> = ContractFunctionName<abi, 'pure' | 'view'>,
  args extends ContractFunctionArgs<abi, 'pure' | 'view', functionName> = ContractFunctionArgs<
    abi,
    'pure' | 'view',
    functionName
  >,
  config extends Config = ResolvedRegister['config'],
> = PartialParameters<ReadContractParameters<abi, functionName, args, config>>

/**
 * Calls a read-only function of a contract, as a query; stale at once unless `staleTime` is set.
 *
 * @param config - The config.
 * @param parameters - As `readContract` takes them; without address, function or arguments the query is not enabled.
 * @returns Options for `useQuery` and the like; the query's error is what `readContract` throws.
 *
 * @example
 * import { readContractQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * import { erc20Abi } from 'viem'
 * const client = new QueryClient()
 * const usdc = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', abi: erc20Abi } as const
 * const supply = await client.fetchQuery(readContractQueryOptions(config, { ...usdc, functionName: 'totalSupply' }))
 */
export function readContractQueryOptions<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, 'pure' | 'view'>,
  const args extends ContractFunctionArgs<abi, 'pure' | 'view', functionName>,
  config extends Config = Config,
>(
  config: config,
  parameters: ReadContractQueryParameters<abi, functionName, args, config> = {} as ReadContractQueryParameters<
    abi,
    functionName,
    args,
    config
  >,
): QueryOptions<ReadContractReturnType<abi, functionName, args>, ReadContractErrorType> {
  const call = parameters as ContractCall
  const options = queryOptions(config, keyOf(call), {
    name: 'readContract',
    needs: ['address', 'functionName'],
    staleTime: 0,
    ask: () => readContract(config, call as ReadContractParameters),
  }) as QueryOptions<ReadContractReturnType<abi, functionName, args>, ReadContractErrorType>
  return { ...options, enabled: options.enabled && !isUnfinished(call) }
}
