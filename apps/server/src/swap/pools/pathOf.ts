import type { Address } from '../swapPort.js'

/** A way as contracts of the v3 kind read it: a token, the fee of the pool to the next in three bytes, that token, and so on. */
export function pathOf(tokens: readonly Address[], fees: readonly number[]): `0x${string}` {
  const rest = fees.map((fee, at) => `${fee.toString(16).padStart(6, '0')}${tokens[at + 1]?.slice(2)}`)
  return `${tokens[0] ?? '0x'}${rest.join('')}`
}
