import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'

// twox128('System') and twox128('Account'): where every Substrate chain keeps its accounts.
const systemAccount = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
/** Reports that balances are kept by the newer rules, as on every chain today. */
const newLogic = 1n << 127n

/** The key of `System.Account(publicKey)`: the map's place, then `blake2_128_concat` of the account. 0x hex. */
export function accountKey(publicKey: Uint8Array): `0x${string}` {
  return `0x${systemAccount}${hex.encode(blake2b(publicKey, { dkLen: 16 }))}${hex.encode(publicKey)}`
}

/** `AccountInfo` in SCALE, for an account that exists by its balance alone. 0x hex. */
export function accountInfo(free: bigint): `0x${string}` {
  const counts = concatBytes(little(0n, 4), little(0n, 4), little(1n, 4), little(0n, 4))
  const balance = concatBytes(little(free, 16), little(0n, 16), little(0n, 16), little(newLogic, 16))
  return `0x${hex.encode(concatBytes(counts, balance))}`
}

/** A whole number in SCALE's compact form. @see https://docs.substrate.io/reference/scale-codec/ */
export function compact(value: number | bigint): Uint8Array {
  const whole = BigInt(value)
  if (whole < 1n << 6n) return little(whole << 2n, 1)
  if (whole < 1n << 14n) return little((whole << 2n) | 1n, 2)
  if (whole < 1n << 30n) return little((whole << 2n) | 2n, 4)
  const length = Math.ceil(whole.toString(16).length / 2)
  return concatBytes(Uint8Array.of(((length - 4) << 2) | 3), little(whole, length))
}

/** A whole number from its smallest byte to its largest. */
export function little(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
}
