import type { ContractFunctionParameters } from 'viem'
import {
  type ReadContractsErrorType,
  type ReadContractsParameters,
  type ReadContractsReturnType,
  readContracts,
} from '../contracts/readContracts.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import { type ContractCall, isUnfinished, keyOf } from './contractCall.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `readContractsQueryOptions`: the parameters of `readContracts`, each field of which may be undefined. */
export type ReadContractsQueryParameters<
  contracts extends readonly unknown[] = readonly ContractFunctionParameters[],
  allowFailure extends boolean = true,
  config extends Config = ResolvedRegister['config'],
> = Omit<ReadContractsParameters<contracts, allowFailure, config>, 'contracts'> & {
  readonly contracts?: ReadContractsParameters<contracts, allowFailure, config>['contracts'] | undefined
}

/**
 * Reading several functions at once, as a query.
 *
 * @param config - The config.
 * @param parameters - As `readContracts` takes them; without contracts, or while one is not complete, the query is not enabled.
 * @returns Options for `useQuery` and the like; the query's error is what `readContracts` throws.
 *
 * @example
 * import { readContractsQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * import { erc20Abi } from 'viem'
 * const client = new QueryClient()
 * const usdc = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', abi: erc20Abi } as const
 * const contracts = [{ ...usdc, functionName: 'symbol' }, { ...usdc, functionName: 'decimals' }] as const
 * const [symbol, decimals] = await client.fetchQuery(readContractsQueryOptions(config, { contracts, allowFailure: false }))
 */
export function readContractsQueryOptions<
  const contracts extends readonly unknown[],
  allowFailure extends boolean = true,
  config extends Config = Config,
>(
  config: config,
  parameters: ReadContractsQueryParameters<contracts, allowFailure, config> = {} as ReadContractsQueryParameters<
    contracts,
    allowFailure,
    config
  >,
): QueryOptions<ReadContractsReturnType<contracts, allowFailure>, ReadContractsErrorType> {
  const given = parameters as unknown as { contracts?: readonly ContractCall[] }
  const calls = given.contracts
  const options = queryOptions(
    config,
    { ...given, contracts: calls?.map(keyOf) },
    {
      name: 'readContracts',
      needs: ['contracts'],
      staleTime: 0,
      ask: () => readContracts(config, given as unknown as ReadContractsParameters),
    },
  ) as unknown as QueryOptions<ReadContractsReturnType<contracts, allowFailure>, ReadContractsErrorType>
  const isReady = !!calls?.length && calls.every((call) => call.address && call.functionName && !isUnfinished(call))
  return { ...options, enabled: options.enabled && isReady }
}
