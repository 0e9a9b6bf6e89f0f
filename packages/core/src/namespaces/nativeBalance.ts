import type { TokenBalance } from '@latchkey/protocol/api'
import type { Chain } from '../chain.js'
import { formatAmount } from '../chains/amount.js'

/**
 * Writes the native coin as an entry of a list of balances, under the picture of its chain; a node does not know its price.
 *
 * @param chain - The chain.
 * @param amount - In base units.
 * @returns The entry, of price 0.
 *
 * @example
 * import { base } from '@latchkey/core/chains'
 * import { nativeBalance } from '@latchkey/core/family'
 * nativeBalance(base, 1_500_000_000_000_000_000n).quantity.numeric // '1.5'
 */
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
