import { quoteTransfer, type TransferParameters, type TransferQuote } from '@latchkey/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useChain } from './useChain.js'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/**
 * What a transfer from the connected account will cost at most, and whether it can succeed at all.
 *
 * @param parameters - Receiver, amount in base units and the token's plain address; undefined asks nothing.
 * @returns A TanStack query with the fee and the native balance, both in base units.
 *
 * @example
 * import { useQuoteTransfer } from '@latchkey/react'
 * const { data: quote } = useQuoteTransfer({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: 1n })
 */
export function useQuoteTransfer(parameters: TransferParameters | undefined): UseQueryResult<TransferQuote, Error> {
  const config = useConfig()
  const { caipAddress } = useConnection()
  const { chainId } = useChain()
  const asked = parameters && { ...parameters, amount: String(parameters.amount) }
  return useQuery({
    queryKey: ['latchkey', 'quoteTransfer', caipAddress, chainId, asked],
    queryFn: () => {
      if (!parameters) throw new Error('Disabled without a transfer.')
      return quoteTransfer(config, parameters)
    },
    enabled: parameters !== undefined && caipAddress !== undefined,
    retry: false,
  })
}
