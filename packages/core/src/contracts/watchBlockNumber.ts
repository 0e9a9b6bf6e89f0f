import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { WatchBlockNumberParameters as ViemWatchBlockNumberParameters } from 'viem/actions'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { getClient } from './getClient.js'
import { lazyWatch } from './lazyWatch.js'

/** The parameters of `watchBlockNumber`. */
export type WatchBlockNumberParameters<config extends Config = ResolvedRegister['config']> = EvmChainParameter<config> &
  Pick<ViemWatchBlockNumberParameters, 'onBlockNumber' | 'onError'> & {
    /** True: calls back at once with the block of now. Default false. */
    readonly emitOnBegin?: boolean | undefined
    /** True: calls back for the blocks between two answers, too. Default false. */
    readonly emitMissed?: boolean | undefined
    /** Milliseconds between two questions to the node. */
    readonly pollingInterval?: number | undefined
  }

/** The return type of `watchBlockNumber`: ends the watching. */
export type WatchBlockNumberReturnType = () => void

/** The error type of `watchBlockNumber`. */
export type WatchBlockNumberErrorType = LatchkeyError<'CHAIN_NOT_FOUND'>

/**
 * Watches the number of each new block of an EVM chain.
 *
 * @param config - The config.
 * @param parameters - See {@link WatchBlockNumberParameters}; intervals in milliseconds.
 * @returns Ends the watching. It ends with the config, too.
 * @throws CHAIN_NOT_FOUND; what fails later goes to `onError`, coded.
 * @see https://viem.sh/docs/actions/public/watchBlockNumber
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { watchBlockNumber } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet] })
 * const stop = watchBlockNumber(config, { onBlockNumber: (block) => console.log(block) })
 */
export function watchBlockNumber<config extends Config>(
  config: config,
  parameters: WatchBlockNumberParameters<config>,
): WatchBlockNumberReturnType {
  const { chainId, ...asked } = parameters
  const client = getClient<Config>(config, { chainId })
  const load = async () => {
    const { watchBlocks } = await import('./contractCalls.js')
    return () => watchBlocks(client, asked as ViemWatchBlockNumberParameters)
  }
  return lazyWatch(config, load, asked.onError)
}
