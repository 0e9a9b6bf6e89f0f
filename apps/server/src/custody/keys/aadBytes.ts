import type { Aad } from './keyProvider.js'

/** Writes a binding as bytes: the same for the same names and values, whatever their order. */
export function aadBytes(aad: Aad): Uint8Array {
  const pairs = Object.entries(aad).sort(([a], [b]) => (a < b ? -1 : 1))
  return new TextEncoder().encode(JSON.stringify(pairs))
}
