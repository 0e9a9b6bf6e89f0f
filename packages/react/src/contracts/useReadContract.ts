import type { Config, ResolvedRegister } from '@latchkey/core'
import type { ReadContractErrorType, ReadContractReturnType } from '@latchkey/core/contracts'
import { type ReadContractQueryParameters, readContractQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Abi, ContractFunctionArgs, ContractFunctionName } from 'viem'
import { useConfig } from '../hooks/useConfig.js'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useEvm } from './useEvm.js'

/** The parameters of `useReadContract`. */
export type UseReadContractParameters<
  abi extends Abi | readonly unknown[] = Abi,
  functionName extends ContractFunctionName<abi, 'pure' | 'view'> = ContractFunctionName<abi, 'pure' | 'view'>,
  args extends ContractFunctionArgs<abi, 'pure' | 'view', functionName> = ContractFunctionArgs<
    abi,
    'pure' | 'view',
    functionName
  >,
  config extends Config = ResolvedRegister['config'],
  selected = ReadContractReturnType<abi, functionName, args>,
> = ReadContractQueryParameters<abi, functionName, args, config> &
  QueryParameter<ReadContractReturnType<abi, functionName, args>, ReadContractErrorType, selected, config>

/**
 * Reads a function of a contract, typed by its ABI; it waits while the address or the arguments are undefined.
 *
 * @param parameters - `address`, `abi`, `functionName`, `args` as viem has them; `chainId` as a number (default: the active EVM
 * chain); a `config`, and TanStack's options as `query`.
 * @returns A TanStack query; its error is what `readContract` throws.
 *
 * @example
 * import { useReadContract } from '@latchkey/react/contracts'
 * import { erc20Abi } from 'viem'
 * const { data: supply } = useReadContract({
 *   address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   abi: erc20Abi,
 *   functionName: 'totalSupply',
 * })
 */
export function useReadContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, 'pure' | 'view'>,
  const args extends ContractFunctionArgs<abi, 'pure' | 'view', functionName>,
  config extends Config = ResolvedRegister['config'],
  selected = ReadContractReturnType<abi, functionName, args>,
>(
  parameters: UseReadContractParameters<abi, functionName, args, config, selected>,
): UseQueryResult<selected, ReadContractErrorType> {
  const { config: _, query, ...call } = parameters as unknown as UseReadContractParameters
  const config = useConfig(parameters as unknown as UseReadContractParameters)
  const active = useEvm({ config })
  const asked = { ...call, chainId: call.chainId ?? active.chainId } as ReadContractQueryParameters
  return useQuery(withQuery(readContractQueryOptions(config, asked), query)) as UseQueryResult<
    selected,
    ReadContractErrorType
  >
}
