import type { AccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { getConnection } from '../actions/getConnection.js'
import { type QuoteTransferErrorType, quoteTransfer } from '../actions/quoteTransfer.js'
import type { AddressOf } from '../chain.js'
import type { ConfiguredChainId, ConfiguredNamespace } from '../config/configured.js'
import type { Config } from '../createConfig.js'
import type { TransferQuote } from '../namespace.js'
import type { ResolvedRegister } from '../register.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `quoteTransferQueryOptions`. */
export type QuoteTransferQueryParameters<config extends Config = ResolvedRegister['config']> = {
  /** The connected account as CAIP-10, which sends; undefined until it is known. */
  readonly account?: AccountId | undefined
  readonly chainId?: ConfiguredChainId<config> | undefined
  readonly to?: AddressOf<ConfiguredNamespace<config>> | undefined
  /** Amount in base units of the token, or of the native coin. */
  readonly amount?: bigint | undefined
  /** Plain address of the token; absent for the native coin. */
  readonly token?: AddressOf<ConfiguredNamespace<config>> | undefined
}

/**
 * The maximum cost of a transfer from the connected account, as a query; refetched on each mount.
 *
 * @param config - The config.
 * @param parameters - See {@link QuoteTransferQueryParameters}.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `quoteTransfer` throws.
 *
 * @example
 * import { quoteTransferQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const transfer = { to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', amount: 10n ** 18n }
 * const options = quoteTransferQueryOptions(config, { account, chainId: 'eip155:1', ...transfer })
 * const { fee } = await client.fetchQuery(options)
 */
export function quoteTransferQueryOptions<config extends Config>(
  config: config,
  parameters: QuoteTransferQueryParameters<config> = {},
): QueryOptions<TransferQuote, QuoteTransferErrorType> {
  return queryOptions(config, parameters, {
    name: 'quoteTransfer',
    needs: ['account', 'chainId', 'to', 'amount'],
    staleTime: 0,
    ask: ({ account, ...transfer }, { signal }) => {
      if (getConnection(config).caipAddress !== account)
        throw new LatchkeyError('NOT_CONNECTED', 'This is not the connected account.')
      return quoteTransfer(config, { ...transfer, signal })
    },
  })
}
