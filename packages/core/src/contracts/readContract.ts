import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { Abi, ContractFunctionArgs, ContractFunctionName } from 'viem'
import type {
  ReadContractParameters as ViemReadContractParameters,
  ReadContractReturnType as ViemReadContractReturnType,
} from 'viem/actions'
import type { ContractErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { getClient } from './getClient.js'

/** The parameters of `readContract`: viem's parameters, and the chain. */
export type ReadContractParameters<
  abi extends Abi | readonly unknown[] = Abi,
  functionName extends ContractFunctionName<abi, 'pure' | 'view'> = ContractFunctionName<abi, 'pure' | 'view'>,
  args extends ContractFunctionArgs<abi, 'pure' | 'view', functionName> = ContractFunctionArgs<
    abi,
    'pure' | 'view',
    functionName
  >,
  config extends Config = ResolvedRegister['config'],
> = ViemReadContractParameters<abi, functionName, args> & EvmChainParameter<config>

/** The return type of `readContract`: what the ABI says of the function. */
export type ReadContractReturnType<
  abi extends Abi | readonly unknown[] = Abi,
  functionName extends ContractFunctionName<abi, 'pure' | 'view'> = ContractFunctionName<abi, 'pure' | 'view'>,
  args extends ContractFunctionArgs<abi, 'pure' | 'view', functionName> = ContractFunctionArgs<
    abi,
    'pure' | 'view',
    functionName
  >,
> = ViemReadContractReturnType<abi, functionName, args>

/** The error type of `readContract`. */
export type ReadContractErrorType = LatchkeyError<ContractErrorCode>

/**
 * Reads a function of a contract, typed by its ABI; no wallet is needed.
 *
 * @param config - The config.
 * @param parameters - `address`, `abi`, `functionName` and `args` as viem has them; `chainId` as a number, by default the
 * active EVM chain. Amounts are in base units.
 * @returns What the function returns. Reads of the same moment are one call where the chain has `multicall3`.
 * @throws EXECUTION_REVERTED with the contract's reason; CONTRACT_NOT_FOUND; INVALID_PARAMS when the arguments do not fit the
 * ABI; CHAIN_NOT_FOUND; RPC_UNREACHABLE; RPC_TIMEOUT. viem's error is the cause.
 * @see https://viem.sh/docs/contract/readContract
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { readContract } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * import { erc20Abi } from 'viem'
 * const config = createConfig({ chains: [mainnet] })
 * const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
 * const supply = await readContract(config, { address: usdc, abi: erc20Abi, functionName: 'totalSupply' })
 */
export async function readContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, 'pure' | 'view'>,
  const args extends ContractFunctionArgs<abi, 'pure' | 'view', functionName>,
  config extends Config = Config,
>(
  config: config,
  parameters: ReadContractParameters<abi, functionName, args, config>,
): Promise<ReadContractReturnType<abi, functionName, args>> {
  const { chainId, ...call } = parameters as ReadContractParameters
  const client = getClient<Config>(config, { chainId })
  const { read } = await import('./contractCalls.js')
  return (await read(client, call)) as ReadContractReturnType<abi, functionName, args>
}
