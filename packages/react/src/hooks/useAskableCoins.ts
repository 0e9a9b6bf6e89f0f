import { useBalances } from './useBalances.js'
import { useChain } from './useChain.js'

/** What can be asked for: the native coin, without an address, or a token. */
export type Askable = { readonly symbol: string; readonly decimals: number; readonly address?: string }

/** What a payment link of the active chain can ask for: the native coin first, then the tokens that the account holds there. */
export function useAskableCoins(): readonly Askable[] {
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
