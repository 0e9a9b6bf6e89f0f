import { type Namespace, parseChainId } from '@latchkey/protocol/caip'
import { families } from '../../families/families.js'
import type { ChainReader } from '../../platform/upstream/chainReader.js'
import { createHeadMemory } from '../../platform/upstream/createHeadMemory.js'
import type { Nodes } from '../../platform/upstream/nodes.js'
import { createEvmReader } from './createEvmReader.js'

/**
 * Creates the reader of balances on the chains of every family, over our own nodes.
 *
 * @param options - The nodes and the clock.
 * @returns The reader; it rejects with an `UpstreamFault`.
 */
export function createChainReader({ nodes, clock }: { nodes: Nodes; clock: () => Date }): ChainReader {
  const isAtHead = createHeadMemory(clock)
  const readers: { readonly [namespace in Namespace]?: ChainReader } = {
    eip155: createEvmReader({ nodes, isAtHead }),
    ...Object.fromEntries(families.map((family) => [family.namespace, family.createReader({ nodes, isAtHead })])),
  }
  return (chain, address) => {
    const reader = readers[parseChainId(chain.caip2).namespace]
    if (reader) return reader(chain, address)
    throw new Error(`No family reads ${chain.caip2}`)
  }
}
