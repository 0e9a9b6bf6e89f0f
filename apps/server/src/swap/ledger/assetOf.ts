import { evmNativeAddress } from '@latchkey/protocol/caip'
import type { Chain } from '../../platform/chains/chain.js'
import type { Address } from '../swapPort.js'

/**
 * Names a token as the books have it: as purchases do where the chain lists it, else by its contract, in the smallest unit.
 *
 * @param chain - The chain.
 * @param token - The contract in small letters; 0xeeee…eeee is the coin.
 * @returns The name, and the decimals that its amounts are written with.
 */
export function assetOf(chain: Chain, token: Address): { asset: string; decimals: number } {
  const { caip2, nativeCurrency, tokens } = chain
  if (token === evmNativeAddress)
    return { asset: `${caip2}/${nativeCurrency.symbol}`, decimals: nativeCurrency.decimals }
  const listed = tokens.find(({ address }) => address.toLowerCase() === token)
  const isClear = [nativeCurrency, ...tokens].filter(({ symbol }) => symbol === listed?.symbol).length === 1
  if (listed === undefined || !isClear) return { asset: `${caip2}/erc20:${token}`, decimals: 0 }
  return { asset: `${caip2}/${listed.symbol}`, decimals: listed.decimals }
}
