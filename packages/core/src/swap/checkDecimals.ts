import { parseAccountId } from '@latchkey/protocol/caip'
import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'
import { readDecimals } from '../chains/readDecimals.js'
import type { Config } from '../createConfig.js'
import { unsafe } from './swapCalls.js'
import { isNative } from './swapNetworks.js'

/**
 * Holds the decimals that the data API tells of a token against what can be read without it.
 *
 * @throws SWAP_UNSAFE when they are others.
 */
export async function checkDecimals(
  config: Config,
  { address: id, decimals, symbol }: Pick<SwapTokenInfo, 'address' | 'decimals' | 'symbol'>,
): Promise<void> {
  const { chainId, address } = parseAccountId(id)
  const real = await readDecimals(config, { chainId, address: isNative(id) ? undefined : address })
  if (real !== undefined && real !== decimals) throw unsafe(`${symbol} has ${real} decimals, not ${decimals}.`)
}
