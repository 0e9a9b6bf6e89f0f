import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { Abi, Account, Address, Chain, ContractFunctionArgs, ContractFunctionName } from 'viem'
import type {
  SimulateContractParameters as ViemSimulateContractParameters,
  SimulateContractReturnType as ViemSimulateContractReturnType,
} from 'viem/actions'
import { getConnection } from '../actions/getConnection.js'
import type { ConfiguredEvmChainId } from '../config/configured.js'
import type { ContractErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { getClient } from './getClient.js'

/** The parameters of `simulateContract`: viem's parameters, and the chain. */
export type SimulateContractParameters<
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
> = ViemSimulateContractParameters<abi, functionName, args, Chain, Chain, Account | Address> & {
  readonly chain?: never
} & EvmChainParameter<config>

/** The return type of `simulateContract`: the `result`, and the `request` to hand to `writeContract`. */
export type SimulateContractReturnType<
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
> = ViemSimulateContractReturnType<abi, functionName, args, Chain, Account, Chain> & {
  readonly chainId: ConfiguredEvmChainId<config>
  readonly request: { readonly chainId: ConfiguredEvmChainId<config> }
}

/** The error type of `simulateContract`. */
export type SimulateContractErrorType = LatchkeyError<ContractErrorCode>

/**
 * Tries a call of a contract out on the chain without sending it, as the connected account, or as `account`.
 *
 * @param config - The config.
 * @param parameters - As `writeContract` takes them; `account` may be any address.
 * @returns What the function would return, and a `request` that `writeContract` takes.
 * @throws EXECUTION_REVERTED with the contract's reason; CONTRACT_NOT_FOUND; INVALID_PARAMS; INSUFFICIENT_FUNDS;
 * CHAIN_NOT_FOUND; RPC_UNREACHABLE. viem's error is the cause.
 * @see https://viem.sh/docs/contract/simulateContract
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { simulateContract, writeContract } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * import { erc20Abi } from 'viem'
 * const config = createConfig({ chains: [mainnet] })
 * const { request } = await simulateContract(config, {
 *   address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   abi: erc20Abi,
 *   functionName: 'transfer',
 *   args: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 1_000_000n],
 * })
 * const hash = await writeContract(config, request)
 */
export async function simulateContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, 'nonpayable' | 'payable'>,
  const args extends ContractFunctionArgs<abi, 'nonpayable' | 'payable', functionName>,
  config extends Config = Config,
>(
  config: config,
  parameters: SimulateContractParameters<abi, functionName, args, config>,
): Promise<SimulateContractReturnType<abi, functionName, args, config>> {
  const { chainId, ...call } = parameters as SimulateContractParameters
  const client = getClient<Config>(config, { chainId })
  const account = call.account ?? getConnection<Config>(config, { namespace: 'eip155' }).address
  const { simulate } = await import('./contractCalls.js')
  const { result, request } = await simulate(client, { ...call, account } as ViemSimulateContractParameters)
  const named = { ...(request as object), chainId: client.chain.id }
  return { chainId: client.chain.id, result, request: named } as unknown as SimulateContractReturnType<
    abi,
    functionName,
    args,
    config
  >
}
