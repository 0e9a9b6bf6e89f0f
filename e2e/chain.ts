import { createPublicClient, erc20Abi, formatUnits, http } from 'viem'
import type { WorldChain } from './world.js'

/** What a chain itself says, asked past everything of ours. */
export function readChain(chain: WorldChain) {
  const client = createPublicClient({ transport: http(chain.url), cacheTime: 0 })
  return {
    client,
    /** Native balance in whole coins. */
    native: async (address: string) => formatUnits(await client.getBalance({ address: address as `0x${string}` }), 18),
    /** Balance of a token in base units. */
    token(symbol: string, address: string): Promise<bigint> {
      const token = chain.tokens.find((one) => one.symbol === symbol)
      if (!token) throw new Error(`${chain.name} has no ${symbol}`)
      return client.readContract({
        address: token.address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address as `0x${string}`],
      })
    },
  }
}
