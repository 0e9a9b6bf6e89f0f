import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { Address } from 'viem'
import type { ContractErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { getClient } from './getClient.js'

/** The parameters of `getEnsAddress`. */
export type GetEnsAddressParameters<config extends Config = ResolvedRegister['config']> = EvmChainParameter<config> & {
  /** The name, as it was typed; it is normalised here. */
  readonly name: string
}

/** The return type of `getEnsAddress`. */
export type GetEnsAddressReturnType = Address | null

/** The error type of `getEnsAddress`. */
export type GetEnsAddressErrorType = LatchkeyError<ContractErrorCode>

/**
 * Looks up the address behind an ENS name, straight from the chain.
 *
 * @param config - The config.
 * @param parameters.name - The name.
 * @param parameters.chainId - The number of a chain that has ENS. Default: the active EVM chain.
 * @returns The address, or null when the name has none.
 * @throws INVALID_CONFIG when the chain has no ENS; INVALID_PARAMS when it cannot be a name; CHAIN_NOT_FOUND; RPC_UNREACHABLE.
 * @see https://docs.ens.domains/web/resolution
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { getEnsAddress } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet] })
 * const address = await getEnsAddress(config, { name: 'vitalik.eth', chainId: 1 })
 */
export async function getEnsAddress<config extends Config>(
  config: config,
  parameters: GetEnsAddressParameters<config>,
): Promise<GetEnsAddressReturnType> {
  const client = getClient(config, parameters)
  const { addressOf } = await import('./nameCalls.js')
  return addressOf(client, parameters.name)
}
