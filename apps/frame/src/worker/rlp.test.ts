import { fromRlp, bytesToHex as toHex, toRlp } from 'viem'
import { describe, expect, it } from 'vitest'
import { readRlpList, writeRlpBytes, writeRlpList } from './rlp.js'

const refused = expect.objectContaining({ code: 'INVALID_PARAMS', message: 'The transaction is not well-formed' })
const filled = (size: number, byte = 7) => new Uint8Array(size).fill(byte)
// On both sides of each length at which the header changes its form.
const sizes = [0, 1, 2, 54, 55, 56, 57, 255, 256, 257, 300, 65_535, 65_536]

describe('RLP as it is written', () => {
  it('writes each single byte as viem does', () => {
    for (let byte = 0; byte < 256; byte++) {
      const content = Uint8Array.of(byte)
      expect(toHex(writeRlpBytes(content))).toBe(toRlp(content))
    }
  })

  it.each(sizes)('writes %i bytes, and a list of that many, as viem does', (size) => {
    expect(toHex(writeRlpBytes(filled(size)))).toBe(toRlp(filled(size)))
    const items = Array.from({ length: size }, () => Uint8Array.of(7))
    expect(toHex(writeRlpList(items))).toBe(toRlp(items))
  })
})

describe('RLP as it is read', () => {
  it.each(sizes)('reads an item of %i bytes, whether bytes or list, beside others', (size) => {
    const bytes = writeRlpBytes(filled(size))
    const list = writeRlpList(Array.from({ length: size }, () => Uint8Array.of(7)))
    const whole = writeRlpList([bytes, Uint8Array.of(0x80), list, Uint8Array.of(5)])
    const read = readRlpList(whole)
    expect(read.map(({ isList }) => isList)).toEqual([false, false, true, false])
    expect(read.map((item) => toHex(item.whole))).toEqual([toHex(bytes), '0x80', toHex(list), '0x05'])
    const content = toHex(filled(size))
    expect(read.map((item) => toHex(item.content))).toEqual([content, '0x', content, '0x05'])
    expect(fromRlp(whole)).toHaveLength(4)
  })

  it('reads every single byte in its one canonical form, and refuses the other', () => {
    for (let byte = 0; byte < 256; byte++) {
      const [short, long] = [Uint8Array.of(0xc1, byte), Uint8Array.of(0xc2, 0x81, byte)]
      if (byte < 0x80) {
        expect(readRlpList(short)).toMatchObject([{ content: Uint8Array.of(byte), isList: false }])
        expect(() => readRlpList(long)).toThrow(refused)
      } else {
        expect(readRlpList(long)).toMatchObject([{ content: Uint8Array.of(byte), isList: false }])
      }
    }
  })

  it('refuses a single byte with a header behind another item', () => {
    for (const before of [0x80, 0xc0]) expect(() => readRlpList(Uint8Array.of(0xc3, before, 0x81, 5))).toThrow(refused)
  })

  it.each([
    ['nothing', []],
    ['bytes in place of a list', [0x83, 1, 2, 3]],
    ['a single byte', [5]],
    ['a byte behind the list', [0xc1, 5, 0]],
    ['a list behind the list', [0xc0, 0xc0]],
    ['a list that is cut off', [0xc2, 5]],
    ['an item that is cut off', [0xc2, 0x82, 1]],
    ['an item that reaches beyond its list', [0xc1, 0x82, 1, 2]],
    ['a header whose length is cut off', [0xf9, 1]],
    ['a header without its length', [0xb8]],
    ['an item whose length is cut off', [0xc1, 0xb8]],
    ['the length of a short list in long form', [0xf8, 55, ...filled(55)]],
    ['a short list in long form', [0xf8, 5, ...filled(5)]],
    ['the length of short bytes in long form', [0xf8, 57, 0xb8, 55, ...filled(55)]],
    ['short bytes in long form', [0xc7, 0xb8, 5, ...filled(5)]],
    ['a length with a zero in front', [0xf9, 0, 60, ...filled(60)]],
    ['the length of an item with a zero in front', [0xf8, 63, 0xb9, 0, 60, ...filled(60)]],
    ['a length far beyond the bytes', [0xff, ...filled(8, 0xff)]],
  ])('refuses %s', (_, bytes) => {
    expect(() => readRlpList(new Uint8Array(bytes))).toThrow(refused)
  })
})
