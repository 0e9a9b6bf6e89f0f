import * as z from 'zod'
import type { ChainReader } from '../../platform/upstream/chainReader.js'
import { parseRest } from '../../platform/upstream/parseRest.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { RestNodes } from '../serverFamily.js'

const sums = z.object({ funded_txo_sum: z.int().nonnegative(), spent_txo_sum: z.int().nonnegative() })
const account = z.object({ chain_stats: sums, mempool_stats: sums })

/**
 * Creates the reader of balances of Bitcoin over an Esplora API: what is in blocks and what is on its way to one.
 *
 * @param options - The nodes.
 * @returns The reader; it rejects with an `UpstreamFault`.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md#get-addressaddress
 */
export function createBitcoinReader({ nodes }: { nodes: RestNodes }): ChainReader {
  return async (chain, address) => {
    const { chain_stats: settled, mempool_stats: waiting } = parseRest(
      account,
      await nodes.get(chain.caip2, `/address/${address}`),
    )
    const native = settled.funded_txo_sum - settled.spent_txo_sum + waiting.funded_txo_sum - waiting.spent_txo_sum
    if (native < 0) throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'More was spent than came in.' })
    return { native: BigInt(native), tokens: new Map() }
  }
}
