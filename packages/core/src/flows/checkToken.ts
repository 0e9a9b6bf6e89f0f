import type { TokenBalance } from '@latchkey/protocol/api'
import type { ChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { readDecimals } from '../chains/readDecimals.js'
import type { Config } from '../createConfig.js'
import { decimalsOf, tokenAddress } from './sendDraft.js'

/**
 * Holds the decimals that the data API tells of a token against what can be read without it: the amount was typed by them.
 *
 * @throws LatchkeyError API_BAD_ANSWER when they are others.
 */
export async function checkToken(config: Config, chainId: ChainId, token: TokenBalance): Promise<void> {
  const real = await readDecimals(config, { chainId, address: tokenAddress(token) })
  if (real === undefined || real === decimalsOf(token)) return
  throw new LatchkeyError('API_BAD_ANSWER', `The data API says that ${token.symbol} has other decimals than it has.`, {
    hints: ['Nothing was sent. Tell the site.'],
  })
}
