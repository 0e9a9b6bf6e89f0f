import { describe, expect, it } from 'vitest'
import { isBareSignIn } from './isBareSignIn.js'
import { bytesOfHex, hiddenNotes, textOf, visibleLabel } from './text.js'

describe('visibleLabel', () => {
  it('is one line without anything that does not show, and not long', () => {
    expect(visibleLabel('  two\n\n  words\t ')).toBe('two words⟨U+0009⟩')
    expect(visibleLabel('a\u200bb')).toBe('a⟨U+200B⟩b')
    expect(visibleLabel('a'.repeat(80))).toBe('a'.repeat(80))
    expect(visibleLabel('a'.repeat(81))).toBe(`${'a'.repeat(79)}…`)
    expect([visibleLabel('abcd', 4), visibleLabel('abcde', 4)]).toEqual(['abcd', 'abc…'])
  })
})

describe('hiddenNotes', () => {
  it('warns of a mark alone', () => {
    expect(hiddenNotes('a⟨U+200B⟩b')).toEqual([expect.stringContaining('invisible characters')])
    expect([hiddenNotes('a b'), hiddenNotes('⟨40 spaces⟩')]).toEqual([[], []])
  })
})

describe('textOf', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('reads text with breaks and tabs, and keeps a mark of the byte order', () => {
    for (const text of ['', 'Grüße 🌊', 'a\tb\r\nc', '\ufeffa']) expect(textOf(bytes(text))).toBe(text)
  })

  it('reads nothing that is no UTF-8, or holds a control character', () => {
    for (const bad of [
      new Uint8Array([0xff]),
      new Uint8Array([0xc3]),
      bytes('a\0'),
      bytes('\u001ba'),
      bytes('a\u0085b'),
    ])
      expect(textOf(bad)).toBeUndefined()
  })
})

describe('bytesOfHex', () => {
  it('reads whole bytes after 0x, and nothing else', () => {
    expect(bytesOfHex('0x')).toEqual(new Uint8Array())
    expect(bytesOfHex('0x00fFaB')).toEqual(new Uint8Array([0, 255, 171]))
    for (const bad of ['', '00', '0x0', '0x000', '0xgg', '0x00 ', ' 0x00', '0X00', 'a0x00', '0x00g'])
      expect([bad, bytesOfHex(bad)]).toEqual([bad, undefined])
  })
})

describe('isBareSignIn', () => {
  const uri = 'https://app.example.org/login'

  it('holds no words of the page', () => {
    for (const bare of [{}, { statement: '' }, { resources: [] }, { requestId: '' }, { requestId: '6F1ed-0' }])
      expect([bare, isBareSignIn({ uri, ...bare })]).toEqual([bare, true])
    expect(isBareSignIn({ uri, requestId: 'a'.repeat(64) })).toBe(true)
    for (const worded of [
      { statement: 'I' },
      { resources: ['a:b'] },
      { requestId: 'owe' },
      { requestId: 'a'.repeat(65) },
      { requestId: 'gab' },
      { requestId: 'bag' },
      { uri: `${uri}?a` },
      { uri: `${uri}#a` },
    ])
      expect([worded, isBareSignIn({ uri, ...worded })]).toEqual([worded, false])
  })
})
