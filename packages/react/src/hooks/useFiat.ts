import { useCallback } from 'react'
import { showFiat } from '../primitives/showFiat.js'
import { useCurrency } from './useCurrency.js'
import { useFiatRates } from './useFiatRates.js'

/**
 * Writes US dollars as money of the currency that the visitor chose, by its rate; where it has none, as dollars that are named by their
 * code.
 */
export function useFiat() {
  const { currency } = useCurrency()
  const isDollar = currency === 'usd'
  const { data: rates, isLoading } = useFiatRates({ query: { enabled: !isDollar } })
  const rate = isDollar ? 1 : rates?.[currency]
  // Dollars for a moment would be taken for the other currency.
  const isPending = rate === undefined && isLoading
  return {
    currency,
    isPending,
    /** True: there is no rate, so that what is shown is dollars. */
    isMissing: rate === undefined && !isLoading,
    showFiat: useCallback(
      (dollars: number | undefined, { isPrice = false } = {}) => {
        if (dollars === undefined || isPending) return undefined
        return rate === undefined
          ? showFiat(dollars, { currency: 'usd', isNamed: true, isPrice })
          : showFiat(dollars * rate, { currency, isPrice })
      },
      [rate, currency, isPending],
    ),
  }
}
