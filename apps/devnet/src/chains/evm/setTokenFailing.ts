import { LatchkeyError } from '@latchkey/protocol/errors'
import { encodeFunctionData, parseAbi } from 'viem'
import { type LocalTokenSymbol, localTokens } from './contractAddresses.js'
import { sendFromOperator } from './sendFromOperator.js'

const abi = parseAbi(['function setFailing(bool failing)'])

/**
 * Switches a local token so that every transfer and approval reverts, or back.
 *
 * @param chain - The chain, or anything with its `url`.
 * @param symbol - Which token.
 * @param failing - Whether transfers fail from now on.
 * @throws LatchkeyError INVALID_PARAMS when there is no such token.
 *
 * @example
 * import { setTokenFailing, startEvmChains } from '@latchkey/devnet'
 * const { chains } = await startEvmChains()
 * await setTokenFailing(chains[0], 'USDC', true)
 */
export async function setTokenFailing(
  chain: { url: string },
  symbol: LocalTokenSymbol,
  failing: boolean,
): Promise<void> {
  const token = localTokens.find((item) => item.symbol === symbol)
  if (!token) throw new LatchkeyError('INVALID_PARAMS', `There is no local token ${symbol}`)
  const data = encodeFunctionData({ abi, functionName: 'setFailing', args: [failing] })
  await sendFromOperator(chain.url, { to: token.address, data })
}
