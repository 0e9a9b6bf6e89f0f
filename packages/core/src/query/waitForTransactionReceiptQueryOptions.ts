import {
  type WaitForTransactionReceiptErrorType,
  waitForTransactionReceipt,
} from '../actions/waitForTransactionReceipt.js'
import type { HashOf } from '../chain.js'
import type { ConfiguredChainId, ConfiguredNamespace } from '../config/configured.js'
import type { Config } from '../createConfig.js'
import type { TransactionOutcome } from '../namespace.js'
import type { ResolvedRegister } from '../register.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `waitForTransactionReceiptQueryOptions`. */
export type WaitForTransactionReceiptQueryParameters<config extends Config = ResolvedRegister['config']> = {
  /** The hash of the transaction; undefined until it is known. */
  readonly hash?: HashOf<ConfiguredNamespace<config>> | undefined
  /** The CAIP-2 chain that it was sent on; undefined until it is known. */
  readonly chainId?: ConfiguredChainId<config> | undefined
}

/**
 * Waiting until a block holds a transaction, as a query; an answer is final.
 *
 * @param config - The config.
 * @param parameters - See {@link WaitForTransactionReceiptQueryParameters}.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what
 * `waitForTransactionReceipt` throws.
 *
 * @example
 * import { sendTransaction } from '@latchkey/core'
 * import { waitForTransactionReceiptQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const hash = await sendTransaction(config, { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n })
 * const options = waitForTransactionReceiptQueryOptions(config, { hash, chainId: 'eip155:1' })
 * const { status } = await client.fetchQuery(options)
 */
export function waitForTransactionReceiptQueryOptions<config extends Config>(
  config: config,
  parameters: WaitForTransactionReceiptQueryParameters<config> = {},
): QueryOptions<TransactionOutcome, WaitForTransactionReceiptErrorType> {
  return queryOptions(config, parameters, {
    name: 'waitForTransactionReceipt',
    needs: ['hash', 'chainId'],
    staleTime: Number.POSITIVE_INFINITY,
    ask: (given, { signal }) => waitForTransactionReceipt(config, { ...given, signal }),
  })
}
