import type { LatchkeyError } from '@latchkey/protocol/errors'
import { type FiatCurrency, isFiatCurrency } from '@latchkey/protocol/internal/currencies'
import { fiatRatesFresh } from '@latchkey/protocol/internal/limits'
import { cached } from '../calls/cached.js'
import { untilAborted } from '../calls/untilAborted.js'
import type { ApiErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'

/** The parameters of `getFiatRates`. */
export type GetFiatRatesParameters = {
  /** Ends the waiting. */
  readonly signal?: AbortSignal
}

/** The return type of `getFiatRates`: how much of each currency one US dollar buys. */
export type GetFiatRatesReturnType = { readonly [currency in FiatCurrency]?: number }

/** The error type of `getFiatRates`. */
export type GetFiatRatesErrorType = LatchkeyError<ApiErrorCode>

/**
 * Reads how much of each currency one US dollar buys; kept for 10 min, across reloads too.
 *
 * @param config - The config.
 * @param parameters - See {@link GetFiatRatesParameters}.
 * @returns Rates by ISO 4217 codes in small letters, without those that are not known; that of the dollar alone without a data API.
 * @throws API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER; ABORTED.
 *
 * @example
 * import { getFiatRates } from '@latchkey/core'
 * const { eur } = await getFiatRates(config)
 */
export async function getFiatRates(
  config: Config,
  parameters: GetFiatRatesParameters = {},
): Promise<GetFiatRatesReturnType> {
  const { api } = config
  if (!api) return { usd: 1 }
  const load = async () => {
    const { fiatRates } = await import('@latchkey/protocol/api')
    const { rates } = await api.request({ path: 'v1/fiat-rates', query: {}, parse: (value) => fiatRates.parse(value) })
    return { ...rates, usd: 1 }
  }
  const ask = () => cached(config, { key: 'fiatRates', life: fiatRatesFresh, check: isRates, load })
  const rates = await untilAborted(ask, parameters.signal)
  return Object.fromEntries(Object.entries(rates).filter(([currency]) => isFiatCurrency(currency)))
}

function isRates(value: unknown): value is { readonly [currency: string]: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((rate) => typeof rate === 'number' && rate > 0)
  )
}
