/** Bytes that come in pieces. */
export type ByteStore = {
  readonly size: number
  /** Takes a piece, which may be overwritten afterwards. */
  add(piece: Uint8Array): void
  /** Returns all that was added, until more is. */
  bytes(): Buffer
}

/**
 * Creates a store of bytes in one buffer that grows. A list of pieces would take a hundred times their size in memory where a
 * sender sends each byte by itself.
 */
export function createByteStore(): ByteStore {
  let held = Buffer.alloc(0)
  let size = 0
  return {
    get size() {
      return size
    },
    add(piece) {
      const needed = size + piece.length
      if (needed > held.length) {
        const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * held.length))
        held.copy(grown, 0, 0, size)
        held = grown
      }
      held.set(piece, size)
      size = needed
    },
    bytes: () => held.subarray(0, size),
  }
}
