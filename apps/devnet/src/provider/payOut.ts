import { encodeFunctionData, type Hex, parseAbi, parseUnits } from 'viem'
import type { LocalChain } from '../chains/localChain.js'
import { sendFromOperator } from '../chains/sendFromOperator.js'

const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])

/** Sends coins or tokens of a local chain, and waits until they are in a block. */
export async function payOut(
  chain: LocalChain,
  { address, symbol, amount }: { address: string; symbol: string; amount: string },
): Promise<Hex> {
  const to = address as Hex
  const token = chain.tokens.find((one) => one.symbol === symbol)
  if (token === undefined) return sendFromOperator(chain.url, { to, value: parseUnits(amount, 18) })
  const data = encodeFunctionData({
    abi: mintAbi,
    functionName: 'mint',
    args: [to, parseUnits(amount, token.decimals)],
  })
  return sendFromOperator(chain.url, { to: token.address, data })
}
