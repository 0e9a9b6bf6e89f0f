import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { Address, Hex } from 'viem'
import { getConnection } from '../actions/getConnection.js'
import type { ContractErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { getClient } from './getClient.js'

/** The parameters of `estimateGas`. */
export type EstimateGasParameters<config extends Config = ResolvedRegister['config']> = EvmChainParameter<config> & {
  /** The sender. Default: the connected account. */
  readonly account?: Address | undefined
  readonly to?: Address | undefined
  readonly data?: Hex | undefined
  /** Wei. */
  readonly value?: bigint | undefined
}

/** What `estimateGas` returns, in units of gas. */
export type EstimateGasReturnType = bigint

/** The error type of `estimateGas`. */
export type EstimateGasErrorType = LatchkeyError<ContractErrorCode>

/**
 * Asks the node how much gas a transaction will need.
 *
 * @param config - The config.
 * @param parameters - See {@link EstimateGasParameters}; `value` in wei.
 * @returns Units of gas.
 * @throws EXECUTION_REVERTED; INSUFFICIENT_FUNDS; CHAIN_NOT_FOUND; RPC_UNREACHABLE.
 * @see https://viem.sh/docs/actions/public/estimateGas
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { estimateGas } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet] })
 * const gas = await estimateGas(config, { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n })
 */
export async function estimateGas<config extends Config>(
  config: config,
  parameters: EstimateGasParameters<config>,
): Promise<EstimateGasReturnType> {
  const { chainId, ...call } = parameters
  const client = getClient<Config>(config, { chainId })
  const account =
    call.account ?? (getConnection<Config>(config, { namespace: 'eip155' }).address as Address | undefined)
  const { estimate } = await import('./contractCalls.js')
  return estimate(client, { ...call, account } as Parameters<typeof estimate>[1])
}
