import { LatchkeyError } from '@latchkey/protocol/errors'
import { type Chain, type Client, createClient, type Transport } from 'viem'
import type { Chain as ConfigChain } from '../chain.js'
import { rpcUrlsOf } from '../chains/rpcUrls.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import { type EvmChainParameter, requireEvmChain } from './evmChain.js'

/** The parameters of `getClient`. */
export type GetClientParameters<config extends Config = ResolvedRegister['config']> = EvmChainParameter<config>

/** The return type of `getClient`: a viem client without actions. */
export type GetClientReturnType = Client<Transport, Chain>

/** The error type of `getClient`. */
export type GetClientErrorType = LatchkeyError<'CHAIN_NOT_FOUND'>

/**
 * Returns the viem client of an EVM chain, over the RPC URLs of the config; the same one each time. It brings no actions: pass it
 * to those of `viem/actions`, so that an app loads only the ones it uses.
 *
 * @param config - The config.
 * @param parameters.chainId - The chain by its number. Default: the active EVM chain.
 * @returns The client. Reads that come together are one call where the chain has `multicall3`.
 * @throws CHAIN_NOT_FOUND when the chain is not listed.
 * @see https://viem.sh/docs/clients/custom
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { getClient } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * import { getBlock } from 'viem/actions'
 * const config = createConfig({ chains: [mainnet] })
 * const { timestamp } = await getBlock(getClient(config))
 */
export function getClient<config extends Config>(
  config: config,
  parameters: GetClientParameters<config> = {},
): GetClientReturnType {
  const { chain, viemChain } = requireEvmChain(config, parameters.chainId)
  const key = `client ${chain.caipNetworkId}`
  const known = config._internal.singletons.get(key)
  if (known) return known as GetClientReturnType
  const client = createClient({
    chain: viemChain,
    transport: nodeTransport(config, chain),
    batch: { multicall: true },
    ...(chain.testnet ? { pollingInterval: 1_000 } : {}),
  })
  config._internal.singletons.set(key, client)
  return client
}

/** A viem transport over the URLs at which the config reads a chain; they are looked up with each request. */
function nodeTransport(config: Config, chain: ConfigChain): Transport<'latchkey'> {
  async function request(asked: { method: string; params?: unknown }): Promise<unknown> {
    // A filter lives on one node and the next question may go to another; without one viem reads the logs block by block.
    if (/^eth_new\w*Filter$/.test(asked.method)) {
      throw new LatchkeyError('UNSUPPORTED_METHOD', `${asked.method} is not asked: nodes take turns.`)
    }
    const ask = config.namespace('eip155').request
    if (!ask) {
      throw new LatchkeyError('INVALID_CONFIG', 'The adapter of eip155 cannot ask a node.', {
        hints: ['Use eip155() of @latchkey/core/eip155, or give the adapter a `request`.'],
      })
    }
    return ask({ chain, rpcUrls: await rpcUrlsOf(config, chain) }, asked)
  }
  const settings = { key: 'latchkey', name: 'Latchkey', type: 'latchkey', retryCount: 0 } as const
  return () => ({ config: { ...settings, request: request as never }, request: request as never })
}
