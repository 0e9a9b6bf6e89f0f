import { type Config, type FiatCurrency, getCurrency, setCurrency, watchCurrency } from '@latchkey/core'
import { useCallback, useSyncExternalStore } from 'react'
import { useConfig } from './useConfig.js'

/** The return type of `useCurrency`. */
export type UseCurrencyReturnType = {
  /** An ISO 4217 code in small letters. */
  readonly currency: FiatCurrency
  /** Chooses another, here and in all tabs of the site. */
  setCurrency(currency: FiatCurrency): void
}

/**
 * The currency that values are told in: what the visitor chose, else `currency` of the config, else `usd`.
 *
 * @param parameters.config - The config to read. Default: the provider's.
 * @returns Its ISO 4217 code in small letters, and a function that chooses another; on a server, and while a page hydrates, that of the config.
 *
 * @example
 * import { useCurrency } from '@latchkey/react'
 * const { currency, setCurrency } = useCurrency()
 * const call = () => setCurrency('eur')
 */
export function useCurrency(parameters: { readonly config?: Config | undefined } = {}): UseCurrencyReturnType {
  const config = useConfig(parameters)
  const currency = useSyncExternalStore(
    useCallback((onChange) => watchCurrency(config, { onChange }), [config]),
    () => getCurrency(config),
    () => config.options.currency ?? 'usd',
  )
  return { currency, setCurrency: useCallback((chosen) => setCurrency(config, { currency: chosen }), [config]) }
}
