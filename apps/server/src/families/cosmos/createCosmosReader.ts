import * as z from 'zod'
import type { ChainReader } from '../../platform/upstream/chainReader.js'
import { parseRest } from '../../platform/upstream/parseRest.js'
import type { RestNodes } from '../serverFamily.js'

const bank = z.object({ balances: z.array(z.object({ denom: z.string(), amount: z.string().regex(/^\d{1,78}$/) })) })

/**
 * Creates the reader of balances of a Cosmos chain over the REST API of its nodes: the coin that the chain is paid in.
 *
 * @param options - The nodes.
 * @returns The reader; it rejects with an `UpstreamFault`.
 * @see https://docs.cosmos.network/api#tag/Query/operation/AllBalances
 */
export function createCosmosReader({ nodes }: { nodes: RestNodes }): ChainReader {
  return async (chain, address) => {
    const path = `/cosmos/bank/v1beta1/balances/${address}?pagination.limit=1000`
    const { balances } = parseRest(bank, await nodes.get(chain.caip2, path))
    // The chains that say nothing else name their smallest unit after the coin.
    const denom = chain.denom ?? `u${chain.nativeCurrency.symbol.toLowerCase()}`
    const coin = balances.find((one) => one.denom === denom)
    return { native: BigInt(coin?.amount ?? '0'), tokens: new Map() }
  }
}
