import type { ChainId } from '@latchkey/protocol/caip'

/** Returns whether a block is no older than what was seen of its chain before, and remembers it. */
export type HeadMemory = (chainId: ChainId, block: bigint) => boolean

/** After this time without a node at the newest known block, the chain itself must have gone back. */
const headLife = 30_000

/** Creates the memory of the newest block per chain, which detects nodes that lag behind. */
export function createHeadMemory(clock: () => Date): HeadMemory {
  const heads = new Map<ChainId, { block: bigint; seen: number }>()
  return (chainId, block) => {
    const now = clock().getTime()
    const head = heads.get(chainId)
    if (head && block < head.block && now - head.seen < headLife) return false
    heads.set(chainId, { block, seen: now })
    return true
  }
}
