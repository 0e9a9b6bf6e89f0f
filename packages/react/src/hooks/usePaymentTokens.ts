import { useBalances } from './useBalances.js'
import { useChain } from './useChain.js'

/** A token that a payment link can request: the native coin has no address. */
export type PaymentToken = { readonly symbol: string; readonly decimals: number; readonly address?: string }

/** The tokens that a payment link on the active chain can request: the native coin first, then those that the account holds. */
export function usePaymentTokens(): readonly PaymentToken[] {
  const { caipNetwork } = useChain()
  const { data: balances = [] } = useBalances()
  if (!caipNetwork) return []
  const { symbol, decimals } = caipNetwork.nativeCurrency
  const tokens = balances.flatMap(({ chainId, address, symbol, quantity }) => {
    const own = address?.split(':')[2]
    const isKnown = own !== undefined && chainId === caipNetwork.caipNetworkId && /^\d{1,2}$/.test(quantity.decimals)
    return isKnown ? [{ address: own, symbol, decimals: Number(quantity.decimals) }] : []
  })
  return [{ symbol, decimals }, ...tokens]
}
