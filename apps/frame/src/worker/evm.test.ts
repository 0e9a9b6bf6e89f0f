import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import {
  hexToBytes as fromHex,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializable,
  bytesToHex as toHex,
  toRlp,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { signEvmTransaction } from './evm.js'

const key = new Uint8Array(32).fill(7)
const account = privateKeyToAccount(toHex(key))
const to = '0x00000000000000000000000000000000000000aa'
const accessList = [{ address: to, storageKeys: [] }] as const
const kinds = {
  legacy: { type: 'legacy', chainId: 1, to, nonce: 1, gas: 21_000n, gasPrice: 9n, value: 5n },
  eip2930: { type: 'eip2930', chainId: 1, to, nonce: 1, gas: 21_000n, gasPrice: 9n, value: 5n, accessList },
  eip1559: { type: 'eip1559', chainId: 1, to, nonce: 1, gas: 21_000n, maxFeePerGas: 9n, value: 5n, accessList },
} as const
const names = ['legacy', 'eip2930', 'eip1559'] as const
const refusedAs = (message: string) => expect.objectContaining({ code: 'INVALID_PARAMS', message })
const malformed = refusedAs('The transaction is not well-formed')
const forAnother = refusedAs('The transaction is for another chain')
const signedAlready = refusedAs('The transaction is signed already')
const unknownKind = refusedAs('This kind of transaction is not signed')

type Item = `0x${string}` | Item[]
const prefix = { legacy: '', eip2930: '01', eip1559: '02' } as const
/** The fields as they stand in the unsigned transaction. */
const fieldsOf = (name: keyof typeof kinds): Item[] => {
  const access: Item[] = [[to, []]]
  const priced: Item[] = ['0x01', '0x09', '0x5208', to, '0x05', '0x']
  if (name === 'legacy') return [...priced, '0x01', '0x', '0x']
  if (name === 'eip2930') return ['0x01', ...priced, access]
  return ['0x01', '0x01', '0x', '0x09', '0x5208', to, '0x05', '0x', access]
}
const write = (name: keyof typeof kinds, fields: Item[]) => fromHex(`0x${prefix[name]}${toRlp(fields, 'hex').slice(2)}`)
const change = (name: keyof typeof kinds, at: number, to: Item) => write(name, fieldsOf(name).with(at, to))

describe.each(names)('an EVM transaction (%s)', (name) => {
  const transaction = kinds[name] as TransactionSerializable
  const unsigned = write(name, fieldsOf(name))

  it('is signed as viem does, and viem reads it back', async () => {
    expect(toHex(unsigned)).toBe(serializeTransaction(transaction))
    const signed = signEvmTransaction(key, unsigned, 1)
    expect(signed).toBe(await account.signTransaction(transaction))
    expect(parseTransaction(signed as '0x')).toMatchObject({ type: name, chainId: 1, nonce: 1, value: 5n })
  })

  it('is refused with a field missing or one too many, wherever it stands', () => {
    const fields = fieldsOf(name)
    for (let at = 0; at < fields.length; at++) {
      const extra: Item = at % 2 ? '0x' : []
      for (const bad of [fields.toSpliced(at, 1), fields.toSpliced(at, 0, extra)])
        expect(() => signEvmTransaction(key, write(name, bad), 1)).toThrow(malformed)
    }
    for (const bad of [fields.slice(0, -1), [...fields, '0x' as const], [...fields, []], []])
      expect(() => signEvmTransaction(key, write(name, bad), 1)).toThrow(malformed)
  })

  it('is refused with a list in place of bytes, or bytes in place of a list', () => {
    fieldsOf(name).forEach((field, at) => {
      const bad = change(name, at, Array.isArray(field) ? '0x' : [])
      expect(() => signEvmTransaction(key, bad, 1)).toThrow(malformed)
    })
  })

  it('is refused for another chain, and for a chain without a number', () => {
    const place = name === 'legacy' ? 6 : 0
    for (const [named, chainId] of [
      ['0x', 1],
      ['0x02', 1],
      ['0x0100', 1],
      ['0x01', 2],
      ['0x', 0],
      ['0x00', 0],
      ['0x01', 0],
      ['0x01', -1],
    ] as const)
      expect(() => signEvmTransaction(key, change(name, place, named), chainId)).toThrow(forAnother)
  })

  it('is refused once it is signed', async () => {
    const signed = fromHex(await account.signTransaction(transaction))
    expect(() => signEvmTransaction(key, signed, 1)).toThrow(name === 'legacy' ? forAnother : malformed)
  })

  it('is refused when it is cut off anywhere, or has a byte behind it', () => {
    for (let size = 2; size < unsigned.length; size++)
      expect(() => signEvmTransaction(key, unsigned.slice(0, size), 1)).toThrow(malformed)
    expect(() => signEvmTransaction(key, new Uint8Array([...unsigned, 0]), 1)).toThrow(malformed)
  })
})

describe('what is no unsigned transaction', () => {
  it('a legacy transaction that has part of a signature is refused', () => {
    for (const at of [7, 8])
      expect(() => signEvmTransaction(key, change('legacy', at, '0x01'), 1)).toThrow(signedAlready)
  })

  it('a kind that is not known is refused as such', () => {
    for (let type = 0; type < 0xc0; type++) {
      if (type === 1 || type === 2) continue
      const bytes = Uint8Array.of(type, ...write('eip1559', fieldsOf('eip1559')).subarray(1))
      expect(() => signEvmTransaction(key, bytes, 1)).toThrow(unknownKind)
    }
    expect(() => signEvmTransaction(key, new Uint8Array(), 1)).toThrow(unknownKind)
    expect(() => signEvmTransaction(key, Uint8Array.of(0xc0), 1)).toThrow(malformed)
  })
})

it('the two numbers of a signature have no zeros in front', async () => {
  // One signature in 128 starts with a zero in one of them: try nonces until both have been seen.
  const seen = { r: 0, s: 0 }
  for (let nonce = 0; (seen.r === 0 || seen.s === 0) && nonce < 5000; nonce++) {
    const transaction = { ...kinds.eip1559, nonce }
    const unsigned = fromHex(serializeTransaction(transaction))
    const signature = secp256k1.sign(keccak_256(unsigned), key, { prehash: false })
    const short = { r: signature[0] === 0, s: signature[32] === 0 }
    if (!short.r && !short.s) continue
    seen.r += Number(short.r)
    seen.s += Number(short.s)
    expect(signEvmTransaction(key, unsigned, 1)).toBe(await account.signTransaction(transaction))
  }
  expect(Math.min(seen.r, seen.s)).toBeGreaterThan(0)
})
