import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { ContractErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { getClient } from './getClient.js'

/** The parameters of `getEnsAvatar`. */
export type GetEnsAvatarParameters<config extends Config = ResolvedRegister['config']> = EvmChainParameter<config> & {
  /** The name, as it was typed; it is normalised here. */
  readonly name: string
}

/** The return type of `getEnsAvatar`: an https address. */
export type GetEnsAvatarReturnType = string | null

/** The error type of `getEnsAvatar`. */
export type GetEnsAvatarErrorType = LatchkeyError<ContractErrorCode>

/**
 * Looks up the picture of an ENS name. The browser fetches it from the host in the record, which sees the request;
 * `getIdentity` goes through the app's own server.
 *
 * @param config - The config.
 * @param parameters.name - The name.
 * @param parameters.chainId - The number of a chain that has ENS. Default: the active EVM chain.
 * @returns An https address, or null when there is no picture, or it is of another kind of address.
 * @throws INVALID_CONFIG when the chain has no ENS; INVALID_PARAMS when it cannot be a name; CHAIN_NOT_FOUND; RPC_UNREACHABLE.
 * @see https://docs.ens.domains/ensip/12
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { getEnsAvatar } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet] })
 * const picture = await getEnsAvatar(config, { name: 'vitalik.eth', chainId: 1 })
 */
export async function getEnsAvatar<config extends Config>(
  config: config,
  parameters: GetEnsAvatarParameters<config>,
): Promise<GetEnsAvatarReturnType> {
  const client = getClient(config, parameters)
  const { avatarOf } = await import('./nameCalls.js')
  return avatarOf(client, parameters.name)
}
