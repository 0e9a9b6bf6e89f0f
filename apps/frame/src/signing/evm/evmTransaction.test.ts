import { concatBytes } from '@noble/hashes/utils.js'
import { serializeTransaction, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { context, other } from '../../../test/signingContext.js'
import { writeRlpBytes, writeRlpList } from '../../worker/rlp.js'
import { describeTransaction } from './describeTransaction.js'
import { type EvmTransaction, readTransaction, writeFee, writeTransaction } from './evmTransaction.js'

const malformed = expect.objectContaining({ code: 'INVALID_PARAMS', message: 'The transaction is not well-formed' })
const key = `0x${'0a'.repeat(32)}`
const [dynamic, legacy]: readonly [EvmTransaction, EvmTransaction] = [
  {
    chainId: 31_337,
    nonce: 3,
    gas: 21_000n,
    fees: { maxFeePerGas: 20n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n },
    to: other,
    value: 1n,
    data: new Uint8Array([1, 2]),
    accessList: [{ address: other, storageKeys: [key] }],
  },
  {
    chainId: 31_337,
    nonce: 0,
    gas: 21_000n,
    fees: { gasPrice: 7n },
    to: other,
    value: 0n,
    data: new Uint8Array(),
    accessList: [],
  },
]

/** The fields of a transaction as bytes, with some in other words. */
type Field = readonly number[] | { readonly list: readonly Uint8Array[] }
const write = (fields: readonly Field[]) =>
  writeRlpList(fields.map((each) => ('list' in each ? writeRlpList(each.list) : writeRlpBytes(new Uint8Array(each)))))
const address = Array.from({ length: 20 }, () => 0xab)
const none = { list: [] }
const ofTwo = (...fields: readonly Field[]) => concatBytes(new Uint8Array([2]), write(fields))
/** Of kind 2: network, number, tip, price, gas, to, value, data, list. */
const two = (change: { readonly [at: number]: Field } = {}, ...more: readonly Field[]) =>
  ofTwo(
    ...([[1], [], [1], [2], [3], address, [4], [5], none] as Field[]).map((each, at) => change[at] ?? each),
    ...more,
  )
/** Of the old kind: number, price, gas, to, value, data, network, two of nothing. */
const old = (change: { readonly [at: number]: Field } = {}, ...more: readonly Field[]) =>
  write([...([[], [2], [3], address, [4], [5], [1], [], []] as Field[]).map((each, at) => change[at] ?? each), ...more])

describe('writeTransaction', () => {
  it('writes what others write', () => {
    const { fees, ...rest } = dynamic
    const twin = { ...rest, data: toHex(dynamic.data), to: other, accessList: [{ address: other, storageKeys: [key] }] }
    const prices = { maxFeePerGas: 20n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n }
    expect(toHex(writeTransaction(dynamic))).toBe(
      serializeTransaction({ ...twin, ...prices, type: 'eip1559' } as Parameters<typeof serializeTransaction>[0]),
    )
    for (const each of [dynamic, legacy, { ...legacy, to: undefined }])
      expect(readTransaction(writeTransaction(each))).toEqual(each)
  })
})

describe('readTransaction', () => {
  it('reads both kinds', () => {
    const common = { chainId: 1, nonce: 0, gas: 3n, value: 4n, data: new Uint8Array([5]) }
    const to = '0xABabABABababABAbaBaBAbABaBAbAbAbaBaBABaB'.toLowerCase()
    const lower = ({ to, ...rest }: EvmTransaction) => ({ ...rest, to: to?.toLowerCase() })
    expect(lower(readTransaction(two()))).toEqual({
      ...common,
      to,
      fees: { maxPriorityFeePerGas: 1n, maxFeePerGas: 2n },
      accessList: [],
    })
    expect(lower(readTransaction(old()))).toEqual({ ...common, to, fees: { gasPrice: 2n }, accessList: [] })
    expect(readTransaction(two({ 5: [] })).to).toBeUndefined()
    expect(readTransaction(two({ 6: Array.from({ length: 32 }, () => 1) })).value).toBeGreaterThan(1n << 240n)
    expect(readTransaction(two({ 1: [0x1f, ...Array.from({ length: 6 }, () => 0xff)] })).nonce).toBe(
      Number.MAX_SAFE_INTEGER,
    )
  })

  it.each([
    ['a field more', two({}, [])],
    ['a field less', ofTwo([1], [], [1], [2], [3], address, [4], [5])],
    ['bytes in the place of its list', two({ 8: [] })],
    ['a list in the place of bytes', two({ 7: none })],
    ['a list in the place of a number', two({ 4: none })],
    ['a zero in front of a number', two({ 4: [0, 1] })],
    ['a zero that is written', two({ 4: [0] })],
    ['a number longer than a word', two({ 6: Array.from({ length: 33 }, () => 1) })],
    ['a count beyond what can be counted', two({ 1: [0x20, 0, 0, 0, 0, 0, 0] })],
    ['a network beyond what can be counted', two({ 0: [0x20, 0, 0, 0, 0, 0, 0] })],
    ['a receiver that is too short', two({ 5: address.slice(1) })],
    ['a receiver that is too long', two({ 5: [...address, 1] })],
    ['the old kind with a field more', old({}, [])],
    ['the old kind with a signature', old({ 7: [1] })],
    ['the old kind with the second half of one', old({ 8: [1] })],
    ['the old kind with a list', old({ 8: none })],
  ])('error: takes none with %s', (_, bytes) => expect(() => readTransaction(bytes)).toThrow(malformed))

  it('reads a list of what is touched, and none of another form', () => {
    const bytes = (size: number) => writeRlpBytes(new Uint8Array(size).fill(0xab))
    const entry = (...parts: readonly Uint8Array[]) => ({ list: [writeRlpList(parts)] })
    const whole = entry(bytes(20), writeRlpList([bytes(32), bytes(32)]))
    expect(readTransaction(two({ 8: whole })).accessList).toEqual([
      {
        address: expect.stringMatching(/^0x(ab){20}$/i),
        storageKeys: [`0x${'ab'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
      },
    ])
    for (const bad of [
      entry(bytes(19), writeRlpList([])),
      entry(bytes(20), bytes(32)),
      entry(bytes(20)),
      entry(bytes(20), writeRlpList([]), bytes(1)),
      entry(bytes(20), writeRlpList([bytes(31)])),
      entry(bytes(20), writeRlpList([bytes(33)])),
      entry(writeRlpList([]), writeRlpList([])),
    ])
      expect(() => readTransaction(two({ 8: bad }))).toThrow(malformed)
  })
})

describe('writeFee', () => {
  it('writes three digits, and never less than it is', () => {
    expect([999n, 1_000n, 1_001n, 9_991n, 0n, 1n].map((fee) => writeFee(fee, 0))).toEqual([
      ...['999', '1,000', '1,010', '10,000', '0', '1'],
    ])
  })
})

describe('the details of a transaction', () => {
  const sum = (label: string, value: string) => ({ label, value })

  it('are the exact fee, the number, the gas, its price, what is touched and the hash', () => {
    const { details, rows, ...approval } = describeTransaction(writeTransaction(dynamic), context)
    expect(details.slice(0, 5)).toEqual([
      sum('Exact network fee', '0.00042 ETH'),
      sum('Nonce', '3'),
      sum('Gas, at most', '21,000'),
      sum('Price of gas, at most', '0.00000002 ETH'),
      sum('Of that for the block builder', '0.000000001 ETH'),
    ])
    expect(details.slice(5)).toEqual([
      { label: 'Data', value: '0x0102', form: 'code' },
      { label: 'Access list', value: `${other}\n${key}`, form: 'code' },
      { label: 'Hash that is signed', value: expect.stringMatching(/^0x[\da-f]{64}$/), form: 'code' },
    ])
    expect(rows.at(-1)).toEqual({ label: 'Network fee, at most', value: '0.00042 ETH', form: 'sum' })
    expect(approval.warnings[0]).toBe('This could not be simulated, so its effects are unknown.')
    const plain = describeTransaction(writeTransaction(legacy), context)
    expect(plain.details.slice(1, -1)).toEqual([
      sum('Nonce', '0'),
      sum('Gas, at most', '21,000'),
      sum('Price of gas', '0.000000000000000007 ETH'),
    ])
  })

  it('are below warnings of what the network says', () => {
    const warned = (facts: Parameters<typeof describeTransaction>[2], value = 5n) =>
      describeTransaction(writeTransaction({ ...legacy, value }), context, facts)
    expect(warned({ failure: 'no' }).warnings).toEqual([
      'The network expects this to fail: no. The fee would still be paid.',
    ])
    expect(warned({ isReplacement: false }).warnings).toEqual([])
    expect(warned({ balance: 6n }).warnings).toEqual(['This sends more than four fifths of your ETH.'])
    expect(
      [warned({ balance: 7n }, 6n), warned({ balance: 5n }, 4n), warned({ balance: 0n }, 0n)].map(
        ({ warnings }) => warnings.length,
      ),
    ).toEqual([1, 0, 0])
  })
})
