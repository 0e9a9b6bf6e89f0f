import type { Abi, ContractFunctionArgs, ContractFunctionName } from 'viem'
import {
  type SimulateContractErrorType,
  type SimulateContractParameters,
  type SimulateContractReturnType,
  simulateContract,
} from '../contracts/simulateContract.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import { type ContractCall, isUnfinished, keyOf } from './contractCall.js'
import type { PartialParameters } from './partialParameters.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `simulateContractQueryOptions`: the parameters of `simulateContract`, each of which may still be undefined. */
export type SimulateContractQueryParameters<
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
> = PartialParameters<SimulateContractParameters<abi, functionName, args, config>>

/**
 * Trying a call of a contract out, as a query.
 *
 * @param config - The config.
 * @param parameters - As `simulateContract` takes them; name the `account`, so that the key tells one from another.
 * @returns Options for `useQuery` and the like; the query's error is what `simulateContract` throws.
 *
 * @example
 * import { simulateContractQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * import { erc20Abi } from 'viem'
 * const client = new QueryClient()
 * const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const usdc = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', abi: erc20Abi } as const
 * const transfer = { ...usdc, functionName: 'transfer', args: [account, 1n], account } as const
 * const { request } = await client.fetchQuery(simulateContractQueryOptions(config, transfer))
 */
export function simulateContractQueryOptions<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, 'nonpayable' | 'payable'>,
  const args extends ContractFunctionArgs<abi, 'nonpayable' | 'payable', functionName>,
  config extends Config = Config,
>(
  config: config,
  parameters: SimulateContractQueryParameters<abi, functionName, args, config> = {} as SimulateContractQueryParameters<
    abi,
    functionName,
    args,
    config
  >,
): QueryOptions<SimulateContractReturnType<abi, functionName, args, config>, SimulateContractErrorType> {
  const call = parameters as unknown as ContractCall
  const options = queryOptions(config, keyOf(call), {
    name: 'simulateContract',
    needs: ['address', 'functionName'],
    staleTime: 0,
    ask: () => simulateContract(config, call as unknown as SimulateContractParameters),
  }) as unknown as QueryOptions<SimulateContractReturnType<abi, functionName, args, config>, SimulateContractErrorType>
  return { ...options, enabled: options.enabled && !isUnfinished(call) }
}
