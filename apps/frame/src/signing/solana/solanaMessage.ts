import { LatchkeyError } from '@latchkey/protocol/errors'
import { base58 } from '@scure/base'

/** One instruction, its program and accounts by address; accounts of a lookup table are named by their place in it. */
export type SolanaInstruction = {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}
/** A transaction's message as it is signed. */
export type SolanaMessage = {
  readonly version: 'legacy' | 0
  readonly feePayer: string
  /** The required signers, the fee payer first. */
  readonly signers: readonly string[]
  readonly recentBlockhash: string
  readonly instructions: readonly SolanaInstruction[]
  readonly usesLookupTables: boolean
}

/**
 * Reads a Solana transaction whole: its signatures' room, its message, and nothing behind it.
 *
 * @param transaction - The bytes.
 * @returns What is signed, as bytes and read.
 * @throws LatchkeyError INVALID_PARAMS when it is anything but a legacy or version 0 transaction.
 * @see https://solana.com/docs/core/transactions
 */
export function readSolanaTransaction(transaction: Uint8Array): { message: SolanaMessage; bytes: Uint8Array } {
  const reader = createReader(transaction)
  const count = reader.short()
  reader.take(count * 64)
  const bytes = transaction.subarray(reader.at())
  const message = readSolanaMessage(bytes)
  if (message.signers.length !== count) throw malformed()
  return { message, bytes }
}

/**
 * Reads the message of a Solana transaction.
 *
 * @param bytes - The message.
 * @returns What it does.
 * @throws LatchkeyError INVALID_PARAMS when invalid.
 */
export function readSolanaMessage(bytes: Uint8Array): SolanaMessage {
  const reader = createReader(bytes)
  const first = reader.byte()
  const isVersioned = (first & 0x80) !== 0
  if (isVersioned && first !== 0x80) throw malformed()
  const required = isVersioned ? reader.byte() : first
  const [readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte()]
  const keys = list(reader.short(), () => base58.encode(reader.take(32)))
  // There is a signer who can pay, and the counts of signers and read-only accounts are in range.
  if (readonlySigned >= required || readonlyUnsigned > keys.length - required) throw malformed()
  const recentBlockhash = base58.encode(reader.take(32))
  const raw = list(reader.short(), () => ({
    program: reader.byte(),
    accounts: [...reader.take(reader.short())],
    data: reader.take(reader.short()),
  }))
  const tables = isVersioned
    ? list(reader.short(), () => ({
        address: base58.encode(reader.take(32)),
        writable: [...reader.take(reader.short())],
        readonly: [...reader.take(reader.short())],
      }))
    : []
  if (reader.at() !== bytes.length) throw malformed()
  const looked = [
    ...tables.flatMap(({ address, writable }) => writable.map((at) => `${address}[${at}]`)),
    ...tables.flatMap(({ address, readonly }) => readonly.map((at) => `${address}[${at}]`)),
  ]
  const all = [...keys, ...looked]
  const named = (at: number): string => {
    const key = all[at]
    if (key === undefined) throw malformed()
    return key
  }
  // A program comes from the message itself, never from a table.
  if (raw.some(({ program }) => program >= keys.length)) throw malformed()
  return {
    version: isVersioned ? 0 : 'legacy',
    feePayer: named(0),
    signers: keys.slice(0, required),
    recentBlockhash,
    instructions: raw.map(({ program, accounts, data }) => ({
      program: named(program),
      accounts: accounts.map(named),
      data,
    })),
    usesLookupTables: tables.length > 0,
  }
}

function createReader(bytes: Uint8Array) {
  let at = 0
  const take = (size: number): Uint8Array => {
    if (at + size > bytes.length) throw malformed()
    at += size
    return bytes.subarray(at - size, at)
  }
  const byte = () => take(1)[0] ?? 0
  return {
    at: () => at,
    take,
    byte,
    /** "compact-u16": seven bits a byte, at most three bytes, no byte more than needed. */
    short(): number {
      let value = 0
      for (let shift = 0; shift < 21; shift += 7) {
        const part = byte()
        if (shift > 0 && part === 0) throw malformed()
        value |= (part & 0x7f) << shift
        if (part < 0x80) {
          if (value > 0xffff) throw malformed()
          return value
        }
      }
      throw malformed()
    },
  }
}

function list<T>(count: number, read: () => T): T[] {
  const items: T[] = []
  for (let at = 0; at < count; at++) items.push(read())
  return items
}

function malformed(): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', 'The transaction is not well-formed')
}
