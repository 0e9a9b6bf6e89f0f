/** Makes a repeatable source of whole numbers: `next(low, high)` gives one of low to high, both included. */
export function createRandom(seed: number): (low: number, high: number) => number {
  let state = seed >>> 0
  return (low, high) => {
    // Mulberry32: small, and good enough to choose moments by.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return low + (((mixed ^ (mixed >>> 14)) >>> 0) % (high - low + 1))
  }
}
