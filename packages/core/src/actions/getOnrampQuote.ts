import type { ChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { OnrampQuote, PaymentCurrency } from '@latchkey/protocol/onrampApi'
import type { ApiErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'

/** The parameters of `getOnrampQuote`. */
export type GetOnrampQuoteParameters = {
  /** The network to buy on. */
  readonly chainId: ChainId
  /** The symbol of what is bought. */
  readonly symbol: string
  readonly currency: PaymentCurrency
  /** The amount paid, fees included: a decimal number of the currency. */
  readonly payment: string
  /** The seller; the first when absent. */
  readonly provider?: string | undefined
  readonly signal?: AbortSignal
}

/** The return type of `getOnrampQuote`. */
export type GetOnrampQuoteReturnType = OnrampQuote

/** The error type of `getOnrampQuote`. */
export type GetOnrampQuoteErrorType = LatchkeyError<ApiErrorCode>

/**
 * Asks what a payment buys. It is an estimate: the provider says the last word on its own page.
 *
 * @param config - The config.
 * @param parameters - See {@link GetOnrampQuoteParameters}.
 * @returns What is paid, what arrives, and what the network takes.
 * @throws API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER; ABORTED.
 *
 * @example
 * import { getOnrampQuote } from '@latchkey/core'
 * const quote = await getOnrampQuote(config, { chainId: 'eip155:8453', symbol: 'USDC', currency: 'EUR', payment: '50' })
 */
export async function getOnrampQuote(
  config: Config,
  parameters: GetOnrampQuoteParameters,
): Promise<GetOnrampQuoteReturnType> {
  const { chainId, symbol, currency, payment, provider, signal } = parameters
  const { api } = config
  if (!api) throw new LatchkeyError('API_UNREACHABLE', 'Buying needs a data API: createConfig({ api: { url } }).')
  const { onrampQuote } = await import('@latchkey/protocol/onrampApi')
  return api.request({
    path: 'v1/onramp/quote',
    body: {
      ...{ purchaseCurrency: { id: symbol, symbol }, paymentCurrency: { id: currency } },
      ...{ amount: payment, network: chainId, provider },
    },
    parse: (value) => onrampQuote.parse(value),
    signal,
  })
}
