import {
  type TransactionOutcome,
  type WaitForTransactionReceiptParameters,
  waitForTransactionReceipt,
} from '@latchkey/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useChain } from './useChain.js'
import { useConfig } from './useConfig.js'

/**
 * Waits until a block holds a transaction.
 *
 * @param parameters.hash - The transaction hash; undefined waits for nothing.
 * @param parameters.chainId - The CAIP-2 chain. Default: the active chain.
 * @returns A TanStack query with the outcome and the block.
 *
 * @example
 * import { useWaitForTransactionReceipt } from '@latchkey/react'
 * const { data: outcome } = useWaitForTransactionReceipt({ hash })
 */
export function useWaitForTransactionReceipt(
  parameters: Pick<WaitForTransactionReceiptParameters, 'chainId'> & { readonly hash: string | undefined },
): UseQueryResult<TransactionOutcome, Error> {
  const config = useConfig()
  const chain = useChain()
  const { hash } = parameters
  const chainId = parameters.chainId ?? chain.chainId
  return useQuery({
    queryKey: ['latchkey', 'waitForTransaction', chainId, hash],
    queryFn: ({ signal }) => {
      if (hash === undefined) throw new Error('Disabled without a hash.')
      return waitForTransactionReceipt(config, { hash, signal, ...(chainId ? { chainId } : {}) })
    },
    enabled: hash !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
