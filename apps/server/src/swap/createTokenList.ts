import { evmNativeAddress } from '@latchkey/protocol/caip'
import { cleanName } from '@latchkey/protocol/internal/text'
import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'
import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem'
import type { Chain } from '../platform/chains/chain.js'
import { readWord } from '../platform/upstream/readHex.js'
import type { Reads } from './createReads.js'
import type { Address, SwapFilling } from './swapPort.js'

const nameLimit = 100

/**
 * Creates the tokens of a chain's list; one that it lacks is read from its contract when it is asked for.
 *
 * @param chain - The chain.
 * @param reads - How its nodes are asked.
 * @returns The tokens.
 */
export function createTokenList(chain: Chain, reads: Reads): SwapFilling['tokens'] {
  const native = { ...chain.nativeCurrency, address: evmNativeAddress, iconUrl: undefined }
  const listed = [native, ...chain.tokens].map(
    ({ name, symbol, decimals, address, iconUrl }): SwapTokenInfo => ({
      name,
      symbol,
      address: `${chain.caip2}:${address}`,
      decimals,
      logoUri: iconUrl ?? null,
      eip2612: null,
    }),
  )

  async function read(address: Address): Promise<SwapTokenInfo | undefined> {
    const [decimals, symbol, name] = await reads.calls(
      (['decimals', 'symbol', 'name'] as const).map((functionName) => ({
        to: address,
        data: encodeFunctionData({ abi: erc20Abi, functionName }),
      })),
    )
    const places = readWord(decimals)
    if (places === undefined || places > 255n) return undefined
    const shown = textOf(symbol) || `${address.slice(0, 6)}…${address.slice(-4)}`
    return {
      name: textOf(name) || shown,
      symbol: shown,
      address: `${chain.caip2}:${address}`,
      decimals: Number(places),
      logoUri: null,
      eip2612: null,
    }
  }

  return async (asked) => {
    if (asked === undefined) return listed
    const id = `${chain.caip2}:${asked}`.toLowerCase()
    const known = listed.find(({ address }) => address.toLowerCase() === id) ?? (await read(asked))
    return known === undefined ? [] : [known]
  }
}

/** A name as a contract gives it: a text, or 32 bytes as tokens of the first years do. */
function textOf(data: `0x${string}` | undefined): string {
  if (data === undefined) return ''
  if (data.length === 66) return cleanName(Buffer.from(data.slice(2), 'hex').toString('utf8'), nameLimit)
  try {
    return cleanName(decodeFunctionResult({ abi: erc20Abi, functionName: 'name', data }), nameLimit)
  } catch {
    return ''
  }
}
