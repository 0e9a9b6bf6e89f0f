import type { LatchkeyError } from '@latchkey/protocol/errors'
import { pendingTransactions, pendingTransactionsInterval } from '@latchkey/protocol/internal/limits'
import type { Config } from '../createConfig.js'
import { pause } from '../namespaces/pause.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { getClient } from './getClient.js'
import { lazyWatch } from './lazyWatch.js'

/** The parameters of `watchPendingTransactions`. */
export type WatchPendingTransactionsParameters<config extends Config = ResolvedRegister['config']> =
  EvmChainParameter<config> & {
    /** Called with the hashes that are new since the last look. */
    readonly onTransactions: (hashes: readonly `0x${string}`[]) => void
    /** Called when the node cannot be asked; the watching goes on. */
    readonly onError?: ((error: Error) => void) | undefined
    /** Milliseconds between two looks. Default: 30 000. */
    readonly pollingInterval?: number | undefined
  }

/** The return type of `watchPendingTransactions`: ends the watching. */
export type WatchPendingTransactionsReturnType = () => void

/** The error type of `watchPendingTransactions`. */
export type WatchPendingTransactionsErrorType = LatchkeyError<'CHAIN_NOT_FOUND'>

/**
 * Watches the transactions that wait for a block of an EVM chain, by asking the node for its pending block. Nothing is watched unless
 * this is called, and the watching ends by itself when it has called back 99 times.
 *
 * @param config - The config.
 * @param parameters - See {@link WatchPendingTransactionsParameters}; the interval in milliseconds, `chainId` as a number, by default
 * the EVM chain that is active now.
 * @returns Ends the watching. It ends with the config, too.
 * @throws CHAIN_NOT_FOUND; what fails later goes to `onError`, coded.
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { watchPendingTransactions } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet] })
 * const stop = watchPendingTransactions(config, { onTransactions: (hashes) => console.log(hashes.length) })
 */
export function watchPendingTransactions<config extends Config>(
  config: config,
  parameters: WatchPendingTransactionsParameters<config>,
): WatchPendingTransactionsReturnType {
  const { chainId, onTransactions, onError, pollingInterval = pendingTransactionsInterval } = parameters
  const client = getClient<Config>(config, { chainId })
  const load = async () => {
    const { pendingHashes } = await import('./contractCalls.js')
    return () => {
      const ending = new AbortController()
      void watch(() => pendingHashes(client), ending.signal)
      return () => ending.abort()
    }
  }
  async function watch(look: () => Promise<readonly `0x${string}`[]>, signal: AbortSignal): Promise<void> {
    let told = 0
    // What waits already when it begins is not new.
    let known: ReadonlySet<string> | undefined
    while (!signal.aborted && told < pendingTransactions) {
      try {
        const hashes = await look()
        if (signal.aborted) return
        const fresh = known ? hashes.filter((hash) => !known?.has(hash)) : []
        known = new Set(hashes)
        if (fresh.length > 0) {
          told += 1
          onTransactions(fresh)
        }
      } catch (error) {
        if (!signal.aborted) onError?.(error as Error)
      }
      if (told < pendingTransactions) await pause(pollingInterval, signal).catch(() => {})
    }
  }
  return lazyWatch(config, load, onError)
}
