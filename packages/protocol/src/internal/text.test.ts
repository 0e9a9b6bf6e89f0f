import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { historyEntry, identity } from '../accountApi.js'
import { balances } from '../api.js'
import { walletEntry } from '../directory.js'
import { cleanName, visibleText } from './text.js'

const tricks = [
  ['a turn of the direction', '\u202e'],
  ['an isolate', '\u2066'],
  ['a mark of direction', '\u200f'],
  ['zero width', '\u200b'],
  ['a joiner', '\u2060'],
  ['a soft hyphen', '\u00ad'],
  ['a tag', '\u{e0041}'],
  ['a variation selector', '\ufe01'],
  ['a filler', '\u3164'],
  ['a bell', '\u0007'],
  ['a control of the second set', '\u0085'],
  ['half of a pair', '\ud800'],
  ['a private letter', '\ue000'],
  ['an escape', '\u001b'],
] as const

describe('cleanName', () => {
  it.each(tricks)('loses %s', (_, trick) => {
    expect(cleanName(`Har${trick}bour`).replace(' ', '')).toBe('Harbour')
  })

  it('is one line, not longer than it may be, and cuts no letter in half', () => {
    expect(cleanName(' Har\r\n\tbour \u2028 Wallet ')).toBe('Har bour Wallet')
    expect(cleanName('🦊🦊🦊', 2)).toBe('🦊🦊')
    expect(cleanName('\u202e\u200b')).toBe('')
  })

  it('leaves names of all scripts alone', () => {
    for (const name of ['Zoë', '你好', 'مرحبا', 'Ключ', '🦊 Fox', "O'Neil & Co."]) expect(cleanName(name)).toBe(name)
  })

  it('behavior: whatever comes in, nothing comes out that does not show', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), fc.nat({ max: 80 }), (text, limit) => {
        const name = cleanName(text, limit)
        expect(name).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]*$/u)
        expect([...name].length).toBeLessThanOrEqual(limit)
      }),
    )
  })
})

describe('visibleText', () => {
  it.each(tricks)('marks %s', (_, trick) => {
    const code = trick.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    expect(visibleText(`a${trick}b`)).toBe(`a⟨U+${code}⟩b`)
  })

  it('marks tabs and line ends that go back', () => {
    expect(visibleText('a\tb\rc\r\nd')).toBe('a⟨U+0009⟩b⟨U+000D⟩c\nd')
  })

  it('folds what is only blank, and says how much it was', () => {
    expect(visibleText(`a${'\n'.repeat(61)}b`)).toBe('a\n⟨60 blank lines⟩\nb')
    expect(visibleText('a\n  \n \u00a0\n\nb')).toBe('a\n⟨3 blank lines⟩\nb')
    expect(visibleText('a\n\n\nb')).toBe('a\n\n\nb')
    expect(visibleText(`a${' '.repeat(40)}b`)).toBe('a⟨40 spaces⟩b')
    expect(visibleText(`a${'\u3000'.repeat(17)}b`)).toBe('a⟨17 spaces⟩b')
    expect(visibleText(`a${' '.repeat(16)}b`)).toBe(`a${' '.repeat(16)}b`)
  })

  it('is quick with what is long', () => {
    for (const long of [`${' '.repeat(99_999)}\n`, ' \n'.repeat(50_000), `${'\n x'.repeat(40_000)}`])
      expect(visibleText(long).length).toBeLessThanOrEqual(long.length)
  })
})

describe('names that come from elsewhere', () => {
  const trick = 'moc.knab\u202e'
  it('are clean once the answer of a server is read', () => {
    const quantity = { decimals: '6', numeric: '1' }
    const token = { name: trick, symbol: trick, chainId: 'eip155:1', price: 1, quantity, iconUrl: '' }
    expect(balances.parse({ balances: [token] }).balances[0]).toMatchObject({ name: 'moc.knab', symbol: 'moc.knab' })
    expect(identity.parse({ name: trick, avatar: null }).name).toBe('moc.knab')
    const transfers = [
      {
        direction: 'in',
        quantity,
        fungible_info: { name: trick, symbol: trick },
        nft_info: { name: trick, flags: { is_spam: false } },
      },
    ]
    const metadata = { operationType: 'send', hash: '0x', minedAt: '', sentFrom: '', sentTo: '', status: 'confirmed' }
    const entry = historyEntry.parse({ id: '1', metadata: { ...metadata, nonce: 1, chain: null }, transfers })
    expect(entry.transfers[0]).toMatchObject({
      fungible_info: { name: 'moc.knab', symbol: 'moc.knab' },
      nft_info: { name: 'moc.knab' },
    })
    expect(walletEntry.parse({ id: 'a'.repeat(64), name: trick }).name).toBe('moc.knab')
    expect(walletEntry.safeParse({ id: 'a'.repeat(64), name: '\u202e' }).success).toBe(false)
  })
})
