import type { Config, ResolvedRegister } from '@latchkey/core'
import type { SimulateContractErrorType, SimulateContractReturnType } from '@latchkey/core/contracts'
import {
  type QueryOptions,
  type SimulateContractQueryParameters,
  simulateContractQueryOptions,
} from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Abi, ContractFunctionArgs, ContractFunctionName } from 'viem'
import { useConfig } from '../hooks/useConfig.js'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useEvm } from './useEvm.js'

/** The parameters of `useSimulateContract`. */
export type UseSimulateContractParameters<
  abi extends Abi | readonly unknown[] = Abi,
  functionName extends ContractFunctionName<abi, 'nonpayable' | 'payable'> = ContractFunctionName<
    abi,
    'nonpayable' | 'payable'
  >,
  args extends ContractFunctionArgs<abi, 'nonpayable' | 'payable', functionName> = ContractFunctionArgs<
    abi,
    'nonpayable' | 'payable',
    functionName
  >,
  config extends Config = ResolvedRegister['config'],
  selected = SimulateContractReturnType<abi, functionName, args, config>,
> = SimulateContractQueryParameters<abi, functionName, args, config> &
  QueryParameter<
    SimulateContractReturnType<abi, functionName, args, config>,
    SimulateContractErrorType,
    selected,
    config
  >

/**
 * Tries a call of a contract out as the connected account, without sending it.
 *
 * @param parameters - As `useReadContract` takes them, for functions that write; `account` may be any address.
 * @returns A TanStack query; `data.request` is what the `mutate` of `useWriteContract` takes. Its error has the code
 * EXECUTION_REVERTED and the contract's reason where the contract refuses.
 *
 * @example
 * import { useSimulateContract, useWriteContract } from '@latchkey/react/contracts'
 * import { erc20Abi } from 'viem'
 * const { data } = useSimulateContract({
 *   address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   abi: erc20Abi,
 *   functionName: 'transfer',
 *   args: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 1_000_000n],
 * })
 * const { mutate } = useWriteContract()
 * const send = () => data && mutate(data.request)
 */
export function useSimulateContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, 'nonpayable' | 'payable'>,
  const args extends ContractFunctionArgs<abi, 'nonpayable' | 'payable', functionName>,
  config extends Config = ResolvedRegister['config'],
  selected = SimulateContractReturnType<abi, functionName, args, config>,
>(
  parameters: UseSimulateContractParameters<abi, functionName, args, config, selected>,
): UseQueryResult<selected, SimulateContractErrorType> {
  const given = parameters as unknown as UseSimulateContractParameters
  const { config: _, query, ...call } = given
  const config = useConfig(given)
  const { address, chainId } = useEvm({ config })
  const asked = { ...call, account: call.account ?? address, chainId: call.chainId ?? chainId }
  const options = simulateContractQueryOptions(config, asked as never) as QueryOptions<SimulateContractReturnType>
  return useQuery(withQuery(options, query)) as unknown as UseQueryResult<selected, SimulateContractErrorType>
}
