import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'

/** For how many blocks a blockhash stays good. @see https://solana.com/docs/advanced/confirmation */
export const maxBlockhashAge = 150

/** How many blocks stand on a finalized one. */
export const finalizedDepth = 32

/** The hash of a block; grown from a seed that each chain draws for itself, so that no two runs share one. */
export function blockhashAt(seed: string, slot: number): string {
  return base58.encode(createHash('sha256').update(`${seed}:${slot}`).digest())
}

/** The hashes that a transaction may name: those of the last 150 blocks. */
export type RecentBlockhashes = {
  /** Takes the hash of a new block in and lets the oldest go. */
  add(slot: number): void
  /** The hash of the block at this slot. */
  at(slot: number): string
  /** The slot of a hash that is still good. */
  slotOf(blockhash: string): number | undefined
}

/** Creates the list of recent blockhashes. */
export function createRecentBlockhashes(seed: string): RecentBlockhashes {
  const slots = new Map<string, number>()
  return {
    add(slot) {
      slots.set(blockhashAt(seed, slot), slot)
      for (const [hash, old] of slots) {
        if (slot - old <= maxBlockhashAge) break
        slots.delete(hash)
      }
    },
    at: (slot) => blockhashAt(seed, Math.max(slot, 0)),
    slotOf: (blockhash) => slots.get(blockhash),
  }
}
