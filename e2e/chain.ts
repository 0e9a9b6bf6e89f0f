import { createPublicClient, erc20Abi, formatUnits, http } from 'viem'
import { inject } from 'vitest'
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

/** Has the data API read an account anew on all its chains: what it keeps for 30 s may be from before an earlier journey's end. */
export async function forgetBalances(address: string): Promise<void> {
  const { apiUrl, chains, families } = inject('world')
  const ids = [...chains.map(({ chainId }) => `eip155:${chainId}`), ...families.map(({ chainId }) => chainId)]
  const forceUpdate = ids.map((chainId) => `${chainId}:${address}`).join(',')
  const query = new URLSearchParams({ currency: 'usd', projectId: 'journeys', forceUpdate })
  const answer = await fetch(`${apiUrl}/v1/account/${address}/balance?${query}`)
  if (!answer.ok) throw new Error(`The data API answered ${answer.status}`)
}
