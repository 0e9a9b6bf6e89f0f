import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { NodeErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { getClient } from './getClient.js'

/** The parameters of `getBlockNumber`. */
export type GetBlockNumberParameters<config extends Config = ResolvedRegister['config']> = EvmChainParameter<config> & {
  /** For how many milliseconds an answer stays good; 0 asks the node. Default: the client's polling interval. */
  readonly cacheTime?: number | undefined
}

/** The return type of `getBlockNumber`. */
export type GetBlockNumberReturnType = bigint

/** The error type of `getBlockNumber`. */
export type GetBlockNumberErrorType = LatchkeyError<NodeErrorCode>

/**
 * Reads the number of the newest block of an EVM chain.
 *
 * @param config - The config.
 * @param parameters - The chain by its number (default: the active EVM chain), and for how long an answer stays good.
 * @returns The number.
 * @throws CHAIN_NOT_FOUND; RPC_UNREACHABLE; RPC_TIMEOUT.
 * @see https://viem.sh/docs/actions/public/getBlockNumber
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { getBlockNumber } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet] })
 * const block = await getBlockNumber(config, { chainId: 1 })
 */
export async function getBlockNumber<config extends Config>(
  config: config,
  parameters: GetBlockNumberParameters<config> = {},
): Promise<GetBlockNumberReturnType> {
  const client = getClient(config, parameters)
  const { blockNumber } = await import('./contractCalls.js')
  return blockNumber(client, parameters.cacheTime)
}
