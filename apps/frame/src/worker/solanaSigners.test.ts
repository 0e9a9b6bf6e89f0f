import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, it } from 'vitest'
import { signSolanaMessage, signSolanaTransaction } from './solana.js'
import { isTransactionMessage, readShort, readSigners } from './solanaSigners.js'

const key = new Uint8Array(32).fill(7)
const own = ed25519.getPublicKey(key)
const filled = (byte: number) => new Uint8Array(32).fill(byte)
const [other, third, blockhash] = [filled(9), filled(11), filled(3)]
const malformed = expect.objectContaining({ code: 'INVALID_PARAMS', message: 'The transaction is not well-formed' })
const notOurs = expect.objectContaining({
  code: 'INVALID_PARAMS',
  message: 'The transaction needs no signature of this account',
})

type Parts = {
  accounts: Uint8Array[]
  signers?: number
  count?: number[]
  instructions?: number[]
  version?: number | undefined
}
/** A message without instructions, unless a part of it is told otherwise. */
const write = ({ accounts, signers = accounts.length, count, instructions = [0], version }: Parts) =>
  Uint8Array.from([
    ...(version === undefined ? [] : [0x80 | version]),
    ...[signers, 0, 0],
    ...(count ?? [accounts.length]),
    ...accounts.flatMap((each) => [...each]),
    ...blockhash,
    ...instructions,
  ])
const transactionOf = (places: number, message: Uint8Array, before = 0) =>
  Uint8Array.from([places, ...new Uint8Array(64 * places).fill(before), ...message])

describe('a number of Solana (compact-u16)', () => {
  it.each([
    [0, [0]],
    [1, [1]],
    [0x7f, [0x7f]],
    [0x80, [0x80, 0x01]],
    [0xff, [0xff, 0x01]],
    [0x100, [0x80, 0x02]],
    [0x7fff, [0xff, 0xff, 0x01]],
    [0x8000, [0x80, 0x80, 0x02]],
    [0xffff, [0xff, 0xff, 0x03]],
  ])('%i is read, at the start and behind other bytes, and what follows is left', (value, bytes) => {
    const size = bytes.length
    expect(readShort(new Uint8Array(bytes), 0)).toEqual({ value, next: size })
    expect(readShort(new Uint8Array([5, 6, 7, 8, ...bytes, 9, 9]), 4)).toEqual({ value, next: size + 4 })
  })

  it.each([
    ['nothing', []],
    ['one byte that goes on', [0x80]],
    ['two bytes that go on', [0xff, 0xff]],
    ['three bytes that go on', [0x80, 0x80, 0x80]],
    ['four bytes', [0x80, 0x80, 0x80, 0x01]],
  ])('%s is none', (_, bytes) => {
    expect(readShort(new Uint8Array(bytes), 0)).toBeUndefined()
    expect(readShort(new Uint8Array([5, ...bytes]), 1)).toBeUndefined()
  })
})

describe('the signers of a message', () => {
  it.each([undefined, 0])('are its first accounts, as many as it says (version %s)', (version) => {
    const accounts = [other, own, third, filled(0)]
    for (let signers = 1; signers <= accounts.length; signers++)
      expect(readSigners(write({ accounts, signers, version }))).toEqual(accounts.slice(0, signers))
  })

  it('are read where the number of accounts takes two bytes', () => {
    const accounts = [other, own, ...Array.from({ length: 198 }, (_, at) => filled(at))]
    expect(readSigners(write({ accounts, signers: 2, count: [0xc8, 0x01] }))).toEqual([other, own])
  })

  it.each([
    ['it has none', write({ accounts: [own], signers: 0 })],
    ['there are more than accounts', write({ accounts: [own], signers: 2 })],
    ['there are no accounts', write({ accounts: [], signers: 1 })],
    ['the number of accounts has no end', write({ accounts: [own], count: [0x80, 0x80, 0x80] })],
    ['more accounts are named than there are', write({ accounts: [own], count: [9] })],
    ['the number of instructions is cut off', write({ accounts: [own], instructions: [0x80] })],
    ['the number of instructions has no end', write({ accounts: [own], instructions: [0x80, 0x80, 0x80, 1] })],
    ['its version is a later one', write({ accounts: [own], version: 1 })],
    ['its version is the last one', write({ accounts: [own], version: 0x7f })],
    ['it is empty', new Uint8Array()],
  ])('are not given when %s', (_, message) => {
    expect(readSigners(message)).toBeUndefined()
    expect(() => signSolanaTransaction(key, transactionOf(1, message))).toThrow(malformed)
  })

  it('are not given of a message that is cut off anywhere', () => {
    for (const version of [undefined, 0]) {
      const message = write({ accounts: [own, other], version })
      for (let size = 0; size < message.length; size++) expect(readSigners(message.slice(0, size))).toBeUndefined()
    }
  })
})

describe('a message off chain', () => {
  it('is signed when a transaction cannot be read from it', () => {
    const almost = write({ accounts: [own] }).slice(0, -1)
    for (const message of [
      almost,
      write({ accounts: [own], signers: 0 }),
      Uint8Array.of(),
      Uint8Array.of(0xc3, 0xa9),
    ]) {
      expect(isTransactionMessage(message)).toBe(false)
      expect(ed25519.verify(signSolanaMessage(key, message), message, own)).toBe(true)
    }
  })

  it('is refused when it starts as a transaction of any version', () => {
    for (let version = 0; version < 64; version++)
      expect(isTransactionMessage(Uint8Array.of(0x80 | version))).toBe(true)
    expect(isTransactionMessage(write({ accounts: [other, own], signers: 1 }))).toBe(true)
  })
})

describe('a transaction', () => {
  it.each([0, 1, 2])('is signed at place %i, and the other signatures stay', (place) => {
    const accounts = [other, third].toSpliced(place, 0, own)
    const message = write({ accounts: [...accounts, filled(0)], signers: 3 })
    const transaction = transactionOf(3, message, 0xaa)
    const signed = signSolanaTransaction(key, transaction)
    const from = 1 + place * 64
    expect(ed25519.verify(signed.subarray(from, from + 64), message, own)).toBe(true)
    const rest = signed.slice()
    rest.fill(0xaa, from, from + 64)
    expect(rest).toEqual(transaction)
  })

  it('is not signed for an account that is nearly our own', () => {
    for (const at of [0, 15, 31]) {
      const near = own.slice()
      near[at] = (near[at] ?? 0) ^ 1
      expect(() => signSolanaTransaction(key, transactionOf(1, write({ accounts: [near] })))).toThrow(notOurs)
    }
  })

  it('is not signed where our own account signs nothing', () => {
    const message = write({ accounts: [other, own], signers: 1 })
    expect(() => signSolanaTransaction(key, transactionOf(1, message))).toThrow(notOurs)
  })

  it('is refused with more or fewer places for signatures than signers', () => {
    const message = write({ accounts: [own, other] })
    for (const places of [0, 1, 3])
      expect(() => signSolanaTransaction(key, transactionOf(places, message))).toThrow(malformed)
  })

  it('is refused when it is cut off anywhere', () => {
    const transaction = transactionOf(1, write({ accounts: [own] }))
    for (let size = 0; size < transaction.length; size++)
      expect(() => signSolanaTransaction(key, transaction.slice(0, size))).toThrow(malformed)
  })
})
