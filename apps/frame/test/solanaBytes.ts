import { concatBytes } from '@noble/hashes/utils.js'

/** An instruction by the places of its program and accounts among the keys of the message. */
export type RawInstruction = { program: number; accounts: number[]; data: number[] }
/** What a message has beside keys and instructions; the lookup tables as they are written, their number first. */
export type RawMore = { version?: 0; tables?: number[]; header?: [number, number, number] }

/** Writes the message of a Solana transaction. */
export function solanaMessageOf(
  keys: readonly Uint8Array[],
  instructions: readonly RawInstruction[],
  { version, tables = [0], header = [1, 0, 1] }: RawMore = {},
): Uint8Array {
  const parts = instructions.flatMap(({ program, accounts, data }) => [
    program,
    accounts.length,
    ...accounts,
    data.length,
    ...data,
  ])
  return concatBytes(
    new Uint8Array([...(version === 0 ? [0x80] : []), ...header, keys.length]),
    ...keys,
    new Uint8Array(32).fill(1),
    new Uint8Array([instructions.length, ...parts, ...(version === 0 ? tables : [])]),
  )
}

/** A transaction of one signature that is not made yet. */
export function solanaTransactionOf(message: Uint8Array): Uint8Array {
  return concatBytes(new Uint8Array([1]), new Uint8Array(64), message)
}

/** A number in bytes, the smallest first. */
export function littleEndian(value: bigint, size = 8): number[] {
  return Array.from({ length: size }, (_, at) => Number((value >> BigInt(at * 8)) & 0xffn))
}
