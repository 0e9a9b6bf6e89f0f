import { bytesToHex as toHex, hashTypedData as viemHash } from 'viem'
import { describe, expect, it } from 'vitest'
import { hashTypedData, type TypedData } from './typedData.js'

const to = '0x00000000000000000000000000000000000000aa'
const word = `0x${'ab'.repeat(32)}`
const refused = expect.objectContaining({ code: 'INVALID_PARAMS' })
const refusedAs = (message: string) => expect.objectContaining({ code: 'INVALID_PARAMS', message })

const hash = (data: TypedData, chainId = 1) => toHex(hashTypedData(data, chainId))
const inViem = (data: TypedData) => viemHash(data as never)
/** Typed data of one field. */
const one = (type: string, value: unknown, types: TypedData['types'] = {}): TypedData => ({
  types: { Mail: [{ name: 'a', type }], ...types },
  primaryType: 'Mail',
  domain: { name: 'Mail' },
  message: { a: value },
})
const isSameAsViem = (type: string, value: unknown, types?: TypedData['types']) =>
  expect(hash(one(type, value, types))).toBe(inViem(one(type, value, types)))
const isRefused = (type: string, value: unknown, types?: TypedData['types']) =>
  expect(() => hash(one(type, value, types)), `${type}: ${String(value)}`).toThrow(refused)

describe('the domain of typed data', () => {
  const full = { name: 'Mail', version: '1', chainId: 1, verifyingContract: to, salt: word }

  it('is hashed as viem does, whichever of its fields are there', () => {
    for (let chosen = 0; chosen < 32; chosen++) {
      const domain = Object.fromEntries(Object.entries(full).filter((_, at) => (chosen >> at) & 1))
      const data = { ...one('bool', true), domain }
      expect(hash(data)).toBe(inViem(data))
    }
  })

  it('is hashed as viem does when its own type is given', () => {
    const EIP712Domain = [
      { name: 'salt', type: 'bytes32' },
      { name: 'name', type: 'string' },
    ]
    const data = { ...one('bool', true, { EIP712Domain }), domain: full }
    expect(hash(data)).toBe(inViem(data))
  })

  it('is hashed alone when it is the primary type', () => {
    const data = { ...one('bool', true), primaryType: 'EIP712Domain', domain: full }
    expect(hash(data)).toBe(inViem(data))
  })

  it('names the chain that is signed on, in any way of writing it, or none', () => {
    const on = (chainId: unknown) => ({ ...one('bool', true), domain: { chainId } })
    for (const chainId of [10, 10n, '10', '0xa', '0x0A']) expect(hash(on(chainId), 10)).toBe(inViem(on(10)))
    for (const chainId of [1, 1n, '1', '0x1', 0, -10])
      expect(() => hash(on(chainId), 10)).toThrow(refusedAs('The typed data is for another chain'))
    for (const chainId of [null, '', '10 ', ' 10', 'x', 10.5, [10], {}, true])
      expect(() => hash(on(chainId), 10)).toThrow(refusedAs('A number is needed'))
    expect(hash(one('bool', true), 10)).toBe(inViem(one('bool', true)))
  })

  it('is refused with a value that does not fit', () => {
    const bad = [{ name: 5 }, { version: null }, { verifyingContract: '0x' }, { salt: '0xab' }]
    for (const domain of bad) expect(() => hash({ ...one('bool', true), domain })).toThrow(refused)
  })
})

describe('numbers', () => {
  const sizes = Array.from({ length: 32 }, (_, at) => 8 * (at + 1))

  it.each(sizes)('of %i bits are taken to their bounds and not beyond', (bits) => {
    const [all, half] = [1n << BigInt(bits), 1n << BigInt(bits - 1)]
    for (const value of [0n, 1n, all - 1n]) isSameAsViem(`uint${bits}`, value)
    for (const value of [-half, -1n, 0n, half - 1n]) isSameAsViem(`int${bits}`, value)
    for (const value of [-1n, all]) isRefused(`uint${bits}`, value)
    for (const value of [-half - 1n, half]) isRefused(`int${bits}`, value)
  })

  it('without a size are refused, as in viem', () => {
    for (const type of ['uint', 'int', 'uint[]', 'int[2]', 'uint[][3]']) {
      const value = type.endsWith('[3]') ? [[1], [1], [1]] : type.includes('[') ? [1, 1] : 1
      const base = type.replace(/\[.*/, '')
      expect(() => inViem(one(type, value))).toThrow(`Type "${type}" is not a valid EIP-712 type.`)
      expect(() => hash(one(type, value))).toThrow(refusedAs(`There is no type '${base}'`))
    }
  })

  it('are the same as number, bigint, decimal and hex', () => {
    const expected = inViem(one('uint256', 255n))
    for (const value of [255, 255n, '255', '0xff', '0xFF', `0x${'ff'.padStart(64, '0')}`, '255'.padStart(78, '0')])
      expect(hash(one('uint256', value))).toBe(expected)
    expect(hash(one('int8', '-5'))).toBe(inViem(one('int8', -5n)))
    const most = (1n << 256n) - 1n
    for (const value of [most.toString(), `0x${most.toString(16)}`])
      expect(hash(one('uint256', value))).toBe(inViem(one('uint256', most)))
  })

  it.each([
    ['', ' ', '0x', '5 ', ' 5', '5\n', '+5', '--5', '-0x5', '0b1', '0o7', '1e3', '1.0', '0xfg', 'x0xff', '0x 5'],
    [`0x0${'0'.repeat(64)}`, '1'.padStart(79, '0')],
    [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53],
    [null, undefined, true, [], ['5'], [5], {}, new String('5')],
  ])('are refused as %j', (...values: unknown[]) => {
    for (const value of values) isRefused('uint256', value)
  })

  it.each(['uint0', 'int0', 'uint7', 'uint12', 'int9', 'uint264', 'int512', 'xuint8', 'uint8x', 'uuint8', 'Uint8'])(
    'have no type %s',
    (type) => {
      for (const value of [0, 1]) expect(() => hash(one(type, value))).toThrow(refusedAs(`There is no type '${type}'`))
    },
  )
})

describe('bytes', () => {
  it('of each fixed size are hashed as viem does, and refused one longer or shorter', () => {
    for (let size = 1; size <= 32; size++) {
      isSameAsViem(`bytes${size}`, `0x${'c3'.repeat(size)}`)
      for (const other of [size - 1, size + 1]) isRefused(`bytes${size}`, `0x${'c3'.repeat(other)}`)
    }
  })

  it('have no other fixed size', () => {
    for (const type of ['bytes0', 'bytes01', 'bytes33', 'bytes39', 'bytes45', 'bytes320', 'xbytes3', 'bytes3x']) {
      for (const size of [0, 1, 3, 33, 39, 45])
        expect(() => hash(one(type, `0x${'c3'.repeat(size)}`))).toThrow(refusedAs(`There is no type '${type}'`))
    }
  })

  it('of any size are hashed as viem does', () => {
    for (const size of [0, 1, 31, 32, 33, 300]) isSameAsViem('bytes', `0x${'5e'.repeat(size)}`)
  })

  it('are refused unless they are hex of whole bytes', () => {
    const bad = ['', '0', '0x0', '0x012', '0xgg', '01', 'x0x01', ' 0x01', '0x01 ', '0x01\n', '0x0x', 5, null, ['0x01']]
    for (const value of [...bad, [], ['0', 'x', '01'], new Uint8Array(1), {}])
      for (const type of ['bytes', 'bytes1'])
        expect(() => hash(one(type, value)), String(value)).toThrow(refusedAs('Bytes as hex are needed'))
  })
})

describe('texts, truths and addresses', () => {
  it('are hashed as viem does', () => {
    for (const value of ['', 'hello', 'é😀', 'x'.repeat(300)]) isSameAsViem('string', value)
    for (const value of [true, false]) isSameAsViem('bool', value)
    for (const value of [to, `0x${'ff'.repeat(20)}`, '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'])
      isSameAsViem('address', value)
  })

  it('are refused as anything else', () => {
    for (const value of [5, null, undefined, true, ['x'], {}]) isRefused('string', value)
    for (const value of [0, 1, 'true', '', null, undefined, [], [true]]) isRefused('bool', value)
    const bad = [
      '',
      '0x',
      '0x12',
      to.slice(2),
      `${to}0`,
      `${to}00`,
      `${to} `,
      ` ${to}`,
      `x${to}`,
      to.replace('aa', 'gg'),
    ]
    for (const value of [...bad, [to], 0xaa, 0xaan, null, undefined, {}]) isRefused('address', value)
  })
})

describe('lists', () => {
  it('are hashed as viem does, in one dimension and more', () => {
    for (const value of [[], [1n], [1n, 2n, 3n]]) isSameAsViem('uint8[]', value)
    isSameAsViem('uint8[2]', [1n, 2n])
    isSameAsViem('uint8[0]', [])
    isSameAsViem('uint8[2][]', [
      [1n, 2n],
      [3n, 4n],
      [5n, 6n],
    ])
    isSameAsViem('uint8[][2]', [[1n], [2n, 3n, 4n]])
  })

  it('are refused with anything before or behind what names them', () => {
    for (const type of ['x\nuint8[2]', 'uint8[2]x', 'uint8[2]\nx']) isRefused(type, [1, 2])
  })

  it('are refused with another number of items, another depth, or what is no list', () => {
    for (const value of [[], [1], [1, 2, 3]]) isRefused('uint8[2]', value)
    isRefused('uint8[0]', [1])
    isRefused('uint8[2][]', [[1], [2, 3]])
    isRefused('uint8[][2]', [[1]])
    for (const value of ['12', 5, null, undefined, { length: 2, 0: 1, 1: 2 }, [[1], [2]], new Uint8Array(2)])
      for (const type of ['uint8[]', 'uint8[2]']) isRefused(type, value)
  })
})

describe('structs', () => {
  it('are hashed with the types that they name, in the order of the alphabet', () => {
    const types = {
      Zoo: [{ name: 'bee', type: 'Bee[2]' }],
      Bee: [{ name: 'ant', type: 'Ant[][1]' }],
      Ant: [{ name: 'is', type: 'bool' }],
      Unused: [{ name: 'is', type: 'bool' }],
    }
    const bee = { ant: [[{ is: true }, { is: false }]] }
    isSameAsViem('Zoo[]', [{ bee: [bee, bee] }], types)
  })

  it('may have no field', () => isSameAsViem('Empty', {}, { Empty: [] }))

  it('are refused with a field that is missing or inherited', () => {
    const missing = refusedAs("'a' is missing")
    for (const type of ['uint8', 'string', 'Empty', 'uint8[]'])
      for (const message of [{}, { b: 1 }, Object.create({ a: type === 'uint8' ? 1 : {} })])
        expect(() => hash({ ...one(type, 0, { Empty: [] }), message })).toThrow(missing)
    const types = { Mail: [{ name: '__proto__', type: 'Empty' }], Empty: [] }
    expect(() => hash({ ...one('bool', true), types, message: {} })).toThrow(refusedAs("'__proto__' is missing"))
  })

  it('are refused as what has no fields of its own', () => {
    // A text has a length, and so would a struct.
    const types = { Part: [{ name: 'length', type: 'uint8' }] }
    for (const value of ['abc', '', 5, true, null, undefined]) isRefused('Part', value, types)
    for (const value of ['abc', 5, null, undefined]) isRefused('Empty', value, { Empty: [] })
  })

  it('are taken to a depth of 32 and no deeper', () => {
    const types = { Node: [{ name: 'next', type: 'Node[]' }] }
    const nested = (depth: number): unknown => (depth === 0 ? { next: [] } : { next: [nested(depth - 1)] })
    const chain = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`T${at}`, [{ name: 'a', type: at === 39 ? 'bool' : `T${at + 1}` }]]),
    )
    const value = (depth: number): unknown => (depth === 0 ? true : { a: value(depth - 1) })
    const from = (depth: number) => ({ ...one('bool', 0, chain), primaryType: `T${40 - depth}`, message: value(depth) })
    expect(hash(from(32) as TypedData)).toBe(inViem(from(32) as TypedData))
    expect(() => hash(from(33) as TypedData)).toThrow(refusedAs('The typed data is too deep'))
    isSameAsViem('Node', nested(14), types)
    expect(() => hash(one('Node', nested(40), types))).toThrow(refusedAs('The typed data is too deep'))
  })

  it('that hold themselves are refused', () => {
    const self: { next: unknown[] } = { next: [] }
    self.next.push(self)
    const data = one('Node', self, { Node: [{ name: 'next', type: 'Node[]' }] })
    expect(() => hash(data)).toThrow(refusedAs('The typed data is too deep'))
  })
})

describe('the types', () => {
  const withFields = (fields: unknown, type = 'Mail') =>
    ({ ...one('bool', true), types: { [type]: fields }, primaryType: type }) as TypedData
  const good = { name: 'a', type: 'bool' }

  it('are refused when the primary type is not among them', () => {
    for (const primaryType of ['Other', '', 'bool', 'toString', '__proto__', 'Mail[]'])
      expect(() => hash({ ...one('bool', true), primaryType })).toThrow(refusedAs(`There is no type '${primaryType}'`))
  })

  it('are refused when a field has a type that is not among them', () => {
    for (const type of [
      'Other',
      'Bool',
      'address payable',
      'toString',
      'fixed',
      'Other[]',
      'bool[',
      'bool]',
      'bool[x]',
      '',
    ])
      isRefused(type, [true])
  })

  it.each([
    ['fields that are no list', undefined],
    ['fields that are null', null],
    ['fields that are a text', 'bool a'],
    ['fields that are an object', { 0: good }],
    ['no field', [null]],
    ['an empty field', [{}]],
    ['an invalid field beside a valid one', [good, null]],
    ['a field beside one without a type', [good, { name: 'a' }]],
    ['a name that is no text', [{ name: 5, type: 'bool' }]],
    ['a name that is a list', [{ name: ['a'], type: 'bool' }]],
    ['a name with a bracket', [{ name: 'a)Other(bool b', type: 'bool' }]],
    ['a name with a comma', [{ name: 'a,bool b', type: 'bool' }]],
    ['no name', [{ name: '', type: 'bool' }]],
    ['a type that is no text', [{ name: 'a', type: 5 }]],
  ])('are refused with %s', (_, fields) => {
    const message = { a: true, 5: true, '': true, 'a)Other(bool b': true, 'a,bool b': true }
    expect(() => hash({ ...withFields(fields), message })).toThrow(refusedAs("There is no type 'Mail'"))
  })

  it.each(['Mail(bool b)B', 'A(B', 'A)B', 'A,B', '(', ','])('are refused with the name %s', (type) => {
    expect(() => hash(withFields([good], type))).toThrow(refusedAs(`There is no type '${type}'`))
  })

  it('are refused with a field whose type writes another, even if a type has that name', () => {
    for (const type of ['B)', 'B a)C(bool', 'B,C', 'B C', 'B[]x', '5B'])
      expect(() => hash(one(type, {}, { [type]: [] }))).toThrow(refusedAs("There is no type 'Mail'"))
  })
})
