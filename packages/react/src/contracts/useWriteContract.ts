import type { Config, ResolvedRegister } from '@latchkey/core'
import type { WriteContractErrorType, WriteContractParameters } from '@latchkey/core/contracts'
import { writeContractMutationOptions } from '@latchkey/core/query'
import { type MutateOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { Abi, ContractFunctionArgs, ContractFunctionName, Hash } from 'viem'
import { useConfig } from '../hooks/useConfig.js'
import type { MutationParameter } from '../query/mutationParameter.js'

/** The parameters of `useWriteContract`. */
export type UseWriteContractParameters<
  config extends Config = ResolvedRegister['config'],
  context = unknown,
> = MutationParameter<Hash, WriteContractErrorType, WriteContractParameters, context, config>

/** The return type of `useWriteContract`: a TanStack mutation whose `mutate` and `mutateAsync` are typed by the ABI of each call. */
export type UseWriteContractReturnType<
  config extends Config = ResolvedRegister['config'],
  context = unknown,
> = TypedByAbi<UseMutationResult<Hash, WriteContractErrorType, WriteContractParameters, context>, config, context>

type TypedByAbi<result, config extends Config, context> = result extends unknown
  ? Omit<result, 'mutate' | 'mutateAsync'> & {
      readonly mutate: Write<void, config, context>
      readonly mutateAsync: Write<Promise<Hash>, config, context>
    }
  : never

type Write<returned, config extends Config, context> = <
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, 'nonpayable' | 'payable'>,
  const args extends ContractFunctionArgs<abi, 'nonpayable' | 'payable', functionName>,
>(
  variables: WriteContractParameters<
    abi,
    functionName,
    args,
    ContractFunctionName<abi, 'nonpayable' | 'payable'>,
    config
  >,
  options?: MutateOptions<Hash, WriteContractErrorType, WriteContractParameters, context>,
) => returned

/**
 * Asks the connected wallet to call a function of a contract, typed by its ABI.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError` and the like.
 * @returns A TanStack mutation; `mutate` takes what `writeContract` takes, and its error is what `writeContract` throws.
 *
 * @example
 * import { useWriteContract } from '@latchkey/react/contracts'
 * import { erc20Abi } from 'viem'
 * const { mutate: writeContract, data: hash, error } = useWriteContract()
 * const send = () =>
 *   writeContract({
 *     address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *     abi: erc20Abi,
 *     functionName: 'transfer',
 *     args: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 1_000_000n],
 *   })
 */
export function useWriteContract<config extends Config = ResolvedRegister['config'], context = unknown>(
  parameters: UseWriteContractParameters<config, context> = {},
): UseWriteContractReturnType<config, context> {
  const config = useConfig(parameters)
  const mutation = useMutation({ ...writeContractMutationOptions(config), ...parameters.mutation })
  return mutation as unknown as UseWriteContractReturnType<config, context>
}
