import type { Config, QuoteTransferErrorType, ResolvedRegister, TransferQuote } from '@latchkey/core'
import { type QuoteTransferQueryParameters, quoteTransferQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useChain } from './useChain.js'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/** The parameters of `useQuoteTransfer`. */
export type UseQuoteTransferParameters<
  config extends Config = ResolvedRegister['config'],
  selected = TransferQuote,
> = Omit<QuoteTransferQueryParameters<config>, 'account'> &
  QueryParameter<TransferQuote, QuoteTransferErrorType, selected, config>

/**
 * What a transfer from the connected account will cost at most, and whether it can succeed at all; asks nothing without a receiver
 * or an amount.
 *
 * @param parameters - The receiver `to`, the `amount` in base units and the token's plain address, a `config`, and TanStack's options as
 * `query`.
 * @returns A TanStack query with the fee and the native balance, both in base units; its error is what `quoteTransfer` throws.
 *
 * @example
 * import { useQuoteTransfer } from '@latchkey/react'
 * const { data: quote } = useQuoteTransfer({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: 1n })
 */
export function useQuoteTransfer<config extends Config = ResolvedRegister['config'], selected = TransferQuote>(
  parameters: UseQuoteTransferParameters<config, selected> = {},
): UseQueryResult<selected, QuoteTransferErrorType> {
  const { query, config: _, ...transfer } = parameters
  const config: Config = useConfig(parameters)
  const { caipAddress: account } = useConnection({ config })
  const { chainId } = useChain({ config })
  return useQuery(withQuery(quoteTransferQueryOptions(config, { chainId, ...transfer, account }), query))
}
