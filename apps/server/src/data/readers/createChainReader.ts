import { type Namespace, parseChainId } from '@latchkey/protocol/caip'
import type { Nodes } from '../../platform/upstream/nodes.js'
import type { ChainReader } from './chainReader.js'
import { createBitcoinReader } from './createBitcoinReader.js'
import { createCosmosReader } from './createCosmosReader.js'
import { createEvmReader } from './createEvmReader.js'
import { createNewest } from './createNewest.js'
import { createPolkadotReader } from './createPolkadotReader.js'
import { createSolanaReader } from './createSolanaReader.js'

/**
 * Makes the reader of balances on the chains of every family, over our own nodes.
 *
 * @param options - The nodes and the clock.
 * @returns The reader; it rejects with an `UpstreamFault`.
 */
export function createChainReader({ nodes, clock }: { nodes: Nodes; clock: () => Date }): ChainReader {
  const newest = createNewest(clock)
  const readers: { readonly [namespace in Namespace]: ChainReader } = {
    eip155: createEvmReader({ nodes, newest }),
    solana: createSolanaReader({ nodes, newest }),
    bip122: createBitcoinReader({ nodes }),
    polkadot: createPolkadotReader({ nodes }),
    cosmos: createCosmosReader({ nodes }),
  }
  return (chain, address) => readers[parseChainId(chain.caip2).namespace](chain, address)
}
