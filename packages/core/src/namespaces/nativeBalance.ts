import type { TokenBalance } from '@latchkey/protocol/api'
import { formatAmount } from '../amount.js'
import type { Chain } from '../chain.js'

/** The native coin as an entry of a list of balances, under the picture of its chain; its price is not known to a node. */
export function nativeBalance({ nativeCurrency, caipNetworkId, iconUrl = '' }: Chain, amount: bigint): TokenBalance {
  const { name, symbol, decimals } = nativeCurrency
  return {
    name,
    symbol,
    chainId: caipNetworkId,
    price: 0,
    quantity: { decimals: String(decimals), numeric: formatAmount(amount, decimals) },
    iconUrl,
  }
}
