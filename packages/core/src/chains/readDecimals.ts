import { type ChainId, parseChainId } from '@latchkey/protocol/caip'
import { withTimeout } from '../calls/withTimeout.js'
import type { Config } from '../createConfig.js'
import { nodesBesideApi } from './nodesBesideApi.js'
import { requireChain } from './requireChain.js'

/** Timeout per node before the next is tried, in milliseconds; short, as the visitor waits. */
const nodeTimeout = 2_000
const decimalsCall = '0x313ce567'

/**
 * Returns how many decimals a token has, by what the app lists, else by what its contract says to a node that is not the data API's:
 * amounts are typed and read by what the API says of it.
 *
 * @param token - The chain, and the plain address; none for the coin.
 * @returns The decimals; undefined where no such node answers, or the family has no contracts that say it.
 */
export async function readDecimals(
  config: Config,
  { chainId, address }: { readonly chainId: ChainId; readonly address: string | undefined },
): Promise<number | undefined> {
  const chain = requireChain(config, chainId as never)
  if (address === undefined) return chain.nativeCurrency.decimals
  const listed = chain.tokens?.find((token) => token.address.toLowerCase() === address.toLowerCase())
  if (listed) return listed.decimals
  if (parseChainId(chainId).namespace !== 'eip155') return undefined
  for (const ask of nodesBesideApi(config, chainId)) {
    const call = { to: address, data: decimalsCall } as const
    const answer = await withTimeout(() => ask(call), nodeTimeout).catch(() => undefined)
    if (answer !== undefined && /^0x[0-9a-f]{64}$/i.test(answer)) return Number(BigInt(answer))
  }
  return undefined
}
