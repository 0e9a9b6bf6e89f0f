import type { Config, ResolvedRegister, TransactionOutcome, WaitForTransactionReceiptErrorType } from '@latchkey/core'
import {
  type WaitForTransactionReceiptQueryParameters,
  waitForTransactionReceiptQueryOptions,
} from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useChain } from './useChain.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useWaitForTransactionReceipt`. */
export type UseWaitForTransactionReceiptParameters<
  config extends Config = ResolvedRegister['config'],
  selected = TransactionOutcome,
> = WaitForTransactionReceiptQueryParameters<config> &
  QueryParameter<TransactionOutcome, WaitForTransactionReceiptErrorType, selected, config>

/**
 * Waits until a block holds a transaction.
 *
 * @param parameters - The `hash` (undefined waits for nothing), the CAIP-2 `chainId` (default: the active chain), a `config`, and TanStack's
 * options as `query`.
 * @returns A TanStack query with the outcome and the block; its error is what `waitForTransactionReceipt` throws.
 *
 * @example
 * import { useSendTransaction, useWaitForTransactionReceipt } from '@latchkey/react'
 * const { data: hash } = useSendTransaction()
 * const { data: outcome } = useWaitForTransactionReceipt({ hash })
 */
export function useWaitForTransactionReceipt<
  config extends Config = ResolvedRegister['config'],
  selected = TransactionOutcome,
>(
  parameters: UseWaitForTransactionReceiptParameters<config, selected> = {},
): UseQueryResult<selected, WaitForTransactionReceiptErrorType> {
  const config: Config = useConfig(parameters)
  const chain = useChain({ config })
  const { hash, chainId = chain.chainId } = parameters
  return useQuery(withQuery(waitForTransactionReceiptQueryOptions(config, { hash, chainId }), parameters.query))
}
