import * as z from 'zod/mini'
import type { FrameChain } from '../types.js'
import type { ChainClient } from './createChainClient.js'

const hex = z.string().check(z.regex(/^0x[\da-f]*$/i))
const word = z.string().check(z.regex(/^0x[\da-f]{64}$/i))
const log = z.object({ address: hex, topics: z.array(word), data: hex })
const simulated = z.tuple([
  z.object({
    calls: z.array(z.object({ status: z.string(), logs: z.catch(z.array(log), []), gasUsed: z.catch(hex, '') })),
  }),
])

/** One event that a contract would log; for the network's own coin one that the node makes. */
export type SimulatedLog = z.infer<typeof log>
/** What a node says that calls would do, in their order; `gas` is nothing or 0 where it does not say how much they take. */
export type SimulatedCalls = readonly {
  readonly isOk: boolean
  readonly logs: readonly SimulatedLog[]
  readonly gas?: number
}[]

/**
 * Has a node try calls out, one after the other, on the last block.
 *
 * @param client - The client.
 * @param chain - The chain.
 * @param calls - The calls as a node takes them.
 * @param options - A signal that ends it.
 * @returns What they would do; undefined where the node cannot tell.
 * @see https://ethereum.github.io/execution-apis/eth_simulateV1
 */
export async function simulateCalls(
  client: ChainClient,
  chain: FrameChain,
  calls: readonly object[],
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<SimulatedCalls | undefined> {
  try {
    const asked = { blockStateCalls: [{ calls }], traceTransfers: true }
    const [block] = simulated.parse(await client.call(chain, 'eth_simulateV1', [asked, 'latest'], options))
    if (block.calls.length !== calls.length) return undefined
    return block.calls.map(({ status, logs, gasUsed }) => ({ isOk: status === '0x1', logs, gas: Number(gasUsed) }))
  } catch {
    return undefined
  }
}
