import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { Address } from 'viem'
import type { ContractErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { getClient } from './getClient.js'

/** The parameters of `getEnsName`. */
export type GetEnsNameParameters<config extends Config = ResolvedRegister['config']> = EvmChainParameter<config> & {
  readonly address: Address
}

/** The return type of `getEnsName`. */
export type GetEnsNameReturnType = string | null

/** The error type of `getEnsName`. */
export type GetEnsNameErrorType = LatchkeyError<ContractErrorCode>

/**
 * Looks up the ENS name of an address, straight from the chain.
 *
 * @param config - The config.
 * @param parameters.address - The address.
 * @param parameters.chainId - The number of a chain that has ENS. Default: the active EVM chain.
 * @returns The name if it leads back to the address, else null.
 * @throws INVALID_CONFIG when the chain has no ENS; CHAIN_NOT_FOUND; RPC_UNREACHABLE.
 * @see https://docs.ens.domains/web/reverse
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { getEnsName } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet] })
 * const name = await getEnsName(config, { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', chainId: 1 })
 */
export async function getEnsName<config extends Config>(
  config: config,
  parameters: GetEnsNameParameters<config>,
): Promise<GetEnsNameReturnType> {
  const client = getClient(config, parameters)
  const { nameOf } = await import('./nameCalls.js')
  return nameOf(client, parameters.address)
}
