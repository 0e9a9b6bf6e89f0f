import { concatBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { type RawInstruction, type RawMore, solanaMessageOf } from '../../../test/solanaBytes.js'
import { readSolanaMessage, readSolanaTransaction } from './solanaMessage.js'

const [a, b, c] = [5, 9, 11].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array, Uint8Array]
const name = (key: Uint8Array) => base58.encode(key)
const call: RawInstruction = { program: 2, accounts: [0, 1], data: [7, 8] }
const write = (more: RawMore = {}, instructions = [call]) => solanaMessageOf([a, b, c], instructions, more)
const malformed = expect.objectContaining({ code: 'INVALID_PARAMS', message: 'The transaction is not well-formed' })

describe('readSolanaMessage', () => {
  it('reads both forms whole', () => {
    const read = {
      feePayer: name(a),
      signers: [name(a)],
      recentBlockhash: name(new Uint8Array(32).fill(1)),
      instructions: [{ program: name(c), accounts: [name(a), name(b)], data: new Uint8Array([7, 8]) }],
      usesLookupTables: false,
    }
    expect(readSolanaMessage(write())).toEqual({ version: 'legacy', ...read })
    expect(readSolanaMessage(write({ version: 0 }))).toEqual({ version: 0, ...read })
  })

  it('names what comes from tables: all that is written to first, then what is read', () => {
    const tables = [2, ...a, 2, 7, 9, 1, 3, ...b, 1, 5, 1, 6]
    const { instructions, usesLookupTables } = readSolanaMessage(
      write({ version: 0, tables }, [{ ...call, accounts: [3, 4, 5, 6, 7, 2] }]),
    )
    expect(usesLookupTables).toBe(true)
    expect(instructions[0]?.accounts).toEqual([
      `${name(a)}[7]`,
      `${name(a)}[9]`,
      `${name(b)}[5]`,
      `${name(a)}[3]`,
      `${name(b)}[6]`,
      name(c),
    ])
    expect(() => readSolanaMessage(write({ version: 0, tables }, [{ ...call, accounts: [8] }]))).toThrow(malformed)
    // A program of a table, which no node takes.
    const strange = { ...call, program: 3 }
    for (const calls of [[strange], [call, strange]])
      expect(() => readSolanaMessage(write({ version: 0, tables }, calls))).toThrow(malformed)
  })

  it.each([
    ['one of several signers', [2, 1, 1], 2],
    ['every key as a signer', [3, 2, 0], 3],
    ['all others to be read', [1, 0, 2], 1],
  ] as const)('takes a head with %s', (_, header, signers) => {
    expect(readSolanaMessage(write({ header: [...header] })).signers).toHaveLength(signers)
  })

  it.each([
    ['nobody signs', [0, 0, 1]],
    ['more sign than there are', [4, 0, 0]],
    ['no signer can pay', [1, 1, 1]],
    ['no signer can pay, and more than one', [2, 2, 0]],
    ['more are read than there are', [1, 0, 3]],
  ] as const)('error: a head by which %s', (_, header) => {
    expect(() => readSolanaMessage(write({ header: [...header] }))).toThrow(malformed)
    expect(() => readSolanaMessage(write({ header: [...header], version: 0 }))).toThrow(malformed)
  })

  it('error: a version that is yet to come', () => {
    const next = write({ version: 0 })
    next[0] = 0x81
    expect(() => readSolanaMessage(next)).toThrow(malformed)
  })

  it('error: an account, a program or bytes that are not there', () => {
    for (const bad of [
      { ...call, accounts: [3] },
      { ...call, program: 3 },
    ])
      expect(() => readSolanaMessage(write({}, [bad]))).toThrow(malformed)
    const whole = write({ version: 0, tables: [1, ...a, 1, 7, 1, 3] })
    for (let size = 0; size < whole.length; size++)
      expect(() => readSolanaMessage(whole.subarray(0, size))).toThrow(malformed)
    expect(() => readSolanaMessage(concatBytes(whole, new Uint8Array(1)))).toThrow(malformed)
  })

  const long = (length: number[], size: number) =>
    concatBytes(
      new Uint8Array([1, 0, 1, 3]),
      ...[a, b, c, a],
      new Uint8Array([1, 2, 0, ...length]),
      new Uint8Array(size),
    )

  it('reads lengths of one, two and three bytes', () => {
    for (const [length, size] of [
      [[0x7f], 0x7f],
      [[0x80, 1], 0x80],
      [[0xff, 0x7f], 0x3fff],
      [[0x80, 0x80, 1], 0x4000],
      [[0xff, 0xff, 3], 0xffff],
    ] as const)
      expect(readSolanaMessage(long([...length], size)).instructions[0]?.data).toHaveLength(size)
  })

  it('error: a length with a byte that it does not need, of four bytes, or beyond 65,535', () => {
    for (const [length, size] of [
      [[0x80, 0], 0],
      [[0x81, 0], 1],
      [[0x81, 0x80, 0], 1],
      [[0x80, 0x80, 4], 0x10000],
      [[0x81, 0x80, 0x80, 0], 1],
      [[0x81, 0x80, 0x80, 1], 1],
    ] as const)
      expect(() => readSolanaMessage(long([...length], size))).toThrow(malformed)
  })
})

describe('readSolanaTransaction', () => {
  it('reads what stands behind the room for as many signatures as must be made', () => {
    const bytes = write({ header: [2, 0, 1] })
    const of = (count: number) => concatBytes(new Uint8Array([count]), new Uint8Array(64 * count), bytes)
    expect(readSolanaTransaction(of(2))).toEqual({ message: readSolanaMessage(bytes), bytes })
    for (const count of [0, 1, 3]) expect(() => readSolanaTransaction(of(count))).toThrow(malformed)
  })
})
