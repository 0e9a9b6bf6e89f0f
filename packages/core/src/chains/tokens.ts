import type { TokenBalance } from '@latchkey/protocol/api'
import { toAccountId } from '@latchkey/protocol/caip'
import type { Chain } from '../chain.js'
import { formatAmount } from './amount.js'

/** A token as swap and send pickers take it. */
export type SwapToken = TokenBalance & { readonly logoUri: string; readonly decimals: number }

/**
 * Turns a balance into a token for pickers: the logo from its icon, the decimals as a number.
 *
 * @param balance - A token balance.
 * @returns The same with `logoUri` and `decimals`.
 *
 * @example
 * import { getBalances, toSwapToken } from '@latchkey/core'
 * const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const tokens = (await getBalances(config, { account })).map(toSwapToken)
 */
export function toSwapToken(balance: TokenBalance): SwapToken {
  return { ...balance, logoUri: balance.iconUrl, decimals: Number.parseInt(balance.quantity.decimals, 10) }
}

/** One asset as `wallet_getAssets` answers it. @see https://eips.ethereum.org/EIPS/eip-7811 */
export type WalletAsset = {
  readonly address: `0x${string}` | 'native'
  readonly balance: `0x${string}`
  readonly type: 'ERC20' | 'NATIVE'
  readonly metadata: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    readonly price: number
    readonly iconUrl: string
  }
}

/**
 * Turns a wallet's asset into a token balance: the hex balance becomes a decimal quantity.
 *
 * @param asset - One entry of `wallet_getAssets`.
 * @param chain - The chain that it is on.
 * @returns The balance as the data API would have answered it.
 *
 * @example
 * import { assetToBalance } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/chains'
 * const metadata = { name: 'Ether', symbol: 'ETH', decimals: 18, price: 2000, iconUrl: '' }
 * const asset = { address: 'native', balance: '0xde0b6b3a7640000', type: 'NATIVE', metadata } as const
 * assetToBalance(asset, mainnet).quantity.numeric // '1'
 */
export function assetToBalance(asset: WalletAsset, chain: Chain): TokenBalance {
  const { name, symbol, decimals, price, iconUrl } = asset.metadata
  const numeric = formatAmount(BigInt(asset.balance), decimals)
  return {
    name,
    symbol,
    chainId: chain.caipNetworkId,
    price,
    value: price * Number(numeric),
    quantity: { decimals: String(decimals), numeric },
    iconUrl,
    ...(asset.type === 'NATIVE' || asset.address === 'native'
      ? {}
      : { address: toAccountId(chain.caipNetworkId, asset.address) }),
  }
}
