import type { Config, ResolvedRegister } from '@latchkey/core'
import type { ReadContractsErrorType, ReadContractsReturnType } from '@latchkey/core/contracts'
import { type ReadContractsQueryParameters, readContractsQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ContractFunctionParameters } from 'viem'
import { useConfig } from '../hooks/useConfig.js'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useEvm } from './useEvm.js'

/** The parameters of `useReadContracts`. */
export type UseReadContractsParameters<
  contracts extends readonly unknown[] = readonly ContractFunctionParameters[],
  allowFailure extends boolean = true,
  config extends Config = ResolvedRegister['config'],
  selected = ReadContractsReturnType<contracts, allowFailure>,
> = ReadContractsQueryParameters<contracts, allowFailure, config> &
  QueryParameter<ReadContractsReturnType<contracts, allowFailure>, ReadContractsErrorType, selected, config>

/**
 * Reads several functions at once: one call for each chain that has `multicall3`.
 *
 * @param parameters - `contracts`, each as `useReadContract` takes it; `allowFailure: false` gives the bare values; a `config`, and
 * TanStack's options as `query`.
 * @returns A TanStack query, with a result for each contract in the order of `contracts`.
 *
 * @example
 * import { useReadContracts } from '@latchkey/react/contracts'
 * import { erc20Abi } from 'viem'
 * const usdc = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', abi: erc20Abi } as const
 * const { data: [symbol, decimals] = [] } = useReadContracts({
 *   contracts: [{ ...usdc, functionName: 'symbol' }, { ...usdc, functionName: 'decimals' }],
 *   allowFailure: false,
 * })
 */
export function useReadContracts<
  const contracts extends readonly unknown[],
  allowFailure extends boolean = true,
  config extends Config = ResolvedRegister['config'],
  selected = ReadContractsReturnType<contracts, allowFailure>,
>(
  parameters: UseReadContractsParameters<contracts, allowFailure, config, selected>,
): UseQueryResult<selected, ReadContractsErrorType> {
  const given = parameters as unknown as UseReadContractsParameters
  const { config: _, query, contracts, ...rest } = given
  const config = useConfig(given)
  const { chainId } = useEvm({ config })
  const calls = contracts?.map((call) => ({ ...call, chainId: call.chainId ?? chainId }))
  const options = readContractsQueryOptions(config, { ...rest, contracts: calls } as ReadContractsQueryParameters)
  return useQuery(withQuery(options, query)) as unknown as UseQueryResult<selected, ReadContractsErrorType>
}
