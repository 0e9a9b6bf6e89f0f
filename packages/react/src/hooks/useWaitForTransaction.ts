import { type TransactionOutcome, type WaitForTransactionParameters, waitForTransaction } from '@latchkey/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'
import { useNetwork } from './useNetwork.js'

/**
 * Waits until a block holds a transaction.
 *
 * @param parameters.hash - The transaction hash; undefined waits for nothing.
 * @param parameters.chainId - The CAIP-2 chain. Default: the active network.
 * @returns A TanStack query with the outcome and the block.
 *
 * @example
 * import { useWaitForTransaction } from '@latchkey/react'
 * const { data: outcome } = useWaitForTransaction({ hash })
 */
export function useWaitForTransaction(
  parameters: Pick<WaitForTransactionParameters, 'chainId'> & { readonly hash: string | undefined },
): UseQueryResult<TransactionOutcome, Error> {
  const config = useConfig()
  const network = useNetwork()
  const { hash } = parameters
  const chainId = parameters.chainId ?? network.chainId
  return useQuery({
    queryKey: ['latchkey', 'waitForTransaction', chainId, hash],
    queryFn: ({ signal }) => {
      if (hash === undefined) throw new Error('Disabled without a hash.')
      return waitForTransaction(config, { hash, signal, ...(chainId ? { chainId } : {}) })
    },
    enabled: hash !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
