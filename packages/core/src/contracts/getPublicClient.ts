import type { LatchkeyError } from '@latchkey/protocol/errors'
import { type Chain, type PublicClient, publicActions, type Transport } from 'viem'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { getClient } from './getClient.js'

/** The parameters of `getPublicClient`. */
export type GetPublicClientParameters<config extends Config = ResolvedRegister['config']> = EvmChainParameter<config>

/** The return type of `getPublicClient`. */
export type GetPublicClientReturnType = PublicClient<Transport, Chain>

/** The error type of `getPublicClient`. */
export type GetPublicClientErrorType = LatchkeyError<'CHAIN_NOT_FOUND'>

/**
 * Returns the viem client of an EVM chain with all of viem's public actions; the same one each time. It weighs more than
 * `getClient`, which takes the actions one by one.
 *
 * @param config - The config.
 * @param parameters.chainId - The chain by its number. Default: the active EVM chain.
 * @returns The client.
 * @throws CHAIN_NOT_FOUND when the chain is not listed.
 * @see https://viem.sh/docs/clients/public
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { getPublicClient } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet] })
 * const block = await getPublicClient(config, { chainId: 1 }).getBlock()
 */
export function getPublicClient<config extends Config>(
  config: config,
  parameters: GetPublicClientParameters<config> = {},
): GetPublicClientReturnType {
  const client = getClient(config, parameters)
  const key = `public ${client.uid}`
  const known = config._internal.singletons.get(key)
  if (known) return known as GetPublicClientReturnType
  const made = client.extend(publicActions) as unknown as GetPublicClientReturnType
  config._internal.singletons.set(key, made)
  return made
}
