import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { isCollectible, metadataAddress, readMetadata } from './metadata.js'

const metaplexProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const [tokenProgram, token2022] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const key = (fill: number) => new Uint8Array(32).fill(fill)
const mint = base58.encode(key(2))
const number = (value: number) => [...new Uint8Array(Uint32Array.of(value).buffer)]
const text = (value: string, length = Buffer.byteLength(value)) => {
  const bytes = Buffer.alloc(length)
  bytes.write(value)
  return [...number(length), ...bytes]
}
const read = (data: readonly number[] | Uint8Array, owner = metaplexProgram) =>
  readMetadata(mint, undefined, { owner, data: Uint8Array.from(data) })

describe('what Metaplex keeps beside a mint', () => {
  const texts = [...text('Key #1', 32), ...text('KEY', 10), ...text('https://keys.example/1', 200), 0, 0]
  const head = [4, ...key(1), ...key(2), ...texts]
  const told = { mint, name: 'Key #1', symbol: 'KEY', uri: 'https://keys.example/1' }

  it('behavior: is read whatever version of the program wrote it', () => {
    const creators = [1, ...number(2), ...key(5), 1, 50, ...key(6), 0, 50]
    expect(read([...head, 0, 0, 1])).toEqual({ ...told, creators: [], standard: undefined, collection: undefined })
    expect(read([...head, ...creators, 0, 1, 1, 254, 1, 4, 1, 1, ...key(7), 0, 0, 0])).toEqual({
      ...told,
      creators: [base58.encode(key(5))],
      standard: 4,
      collection: base58.encode(key(7)),
    })
    const unverified = [...head, 0, 0, 1, 0, 1, 0, 1, 0, ...key(7)]
    expect(read(unverified)).toMatchObject({ standard: 0, collection: undefined })
  })

  it('error: no account of another kind, mint or program, none that is cut, and none that says more than there can be', () => {
    const whole = Uint8Array.from([...head, 1, ...number(1), ...key(5), 1, 100, 0, 1, 1, 254, 1, 0, 1, 1, ...key(7)])
    expect(read(whole)?.mint).toBe(mint)
    expect(read(whole, token2022)).toBeUndefined()
    expect(readMetadata(base58.encode(key(3)), undefined, { owner: metaplexProgram, data: whole })).toBeUndefined()
    expect(read([6, ...whole.slice(1)])).toBeUndefined()
    expect(read([])).toBeUndefined()
    for (let length = 0; length < head.length + 40; length += 7) expect(read(whole.slice(0, length))).toBeUndefined()
    expect(read([4, ...key(1), ...key(2), ...number(4_294_967_295), ...texts])).toBeUndefined()
    expect(read([...head, 1, ...number(1_000_000)])).toBeUndefined()
  })

  it('behavior: an account has one place for each mint', () => {
    expect(metadataAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toBe(
      '5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq',
    )
  })
})

describe('what a mint of Token-2022 says of itself', () => {
  type Extension = readonly [type: number, value: readonly number[], length?: number]
  const pointer: Extension = [18, [...key(9), ...key(2)]]
  const said = (name: string, symbol = 'TST', uri = 'https://x.example') => [
    ...key(9),
    ...key(2),
    ...text(name),
    ...text(symbol),
    ...text(uri),
    ...number(0),
  ]
  const account = (extensions: readonly Extension[], { kind = 1, owner = token2022 } = {}) => ({
    owner,
    data: Uint8Array.from([
      ...new Uint8Array(165),
      kind,
      ...extensions.flatMap(([type, value, length = value.length]) => [
        ...new Uint8Array(Uint16Array.of(type, length).buffer),
        ...value,
      ]),
    ]),
  })
  const own = (extensions: readonly Extension[], options = {}) =>
    readMetadata(mint, account(extensions, options), undefined)

  it('behavior: name, symbol and address are read, whatever extensions stand before and behind', () => {
    const expected = { mint, name: 'Test', symbol: 'TST', uri: 'https://x.example', creators: [] }
    expect(own([pointer, [19, said('Test')]])).toMatchObject(expected)
    expect(own([[3, [...key(1)]], [9, []], pointer, [19, said('Test')], [22, [...key(1)]]])).toMatchObject(expected)
    const padded = own([pointer, [19, said('Test\0\0')], [0, []], [19, said('Other')]])
    expect(padded?.name).toBe('Test')
  })

  it('behavior: where the account was read in part, the name counts without what follows', () => {
    const data = account([pointer, [19, said('Test', 'TST', `https://x.example/${'a'.repeat(900)}`)]]).data
    const part = readMetadata(mint, { owner: token2022, data: data.slice(0, 400) }, undefined)
    expect(part).toMatchObject({ name: 'Test', symbol: 'TST', uri: '' })
  })

  it.each<[string, readonly Extension[], object?]>([
    ['nothing', []],
    ['metadata without a pointer to it', [[19, said('Test')]]],
    [
      'a pointer to another account',
      [
        [18, [...key(9), ...key(3)]],
        [19, said('Test')],
      ],
    ],
    [
      'a pointer that is cut',
      [
        [18, [...key(9)]],
        [19, said('Test')],
      ],
    ],
    ['metadata of another mint', [pointer, [19, [...key(9), ...key(3), ...said('Test').slice(64)]]]],
    ['a name longer than there can be', [pointer, [19, said('a'.repeat(1_001))]]],
    ['a name of four gigabytes', [pointer, [19, [...key(9), ...key(2), ...number(4_294_967_295), 65]]]],
    ['a length that goes past the account', [pointer, [19, [...key(9), ...key(2)], 65_535]]],
    ['a length that hides the metadata', [[3, [1, 2, 3], 40_000], pointer, [19, said('Test')]]],
    ['the end of the list before it', [pointer, [0, []], [19, said('Test')]]],
    ['an account that holds tokens', [pointer, [19, said('Test')]], { kind: 2 }],
    ['a mint of the first program', [pointer, [19, said('Test')]], { owner: tokenProgram }],
    ['an account of somebody else', [pointer, [19, said('Test')]], { owner: metaplexProgram }],
  ])('error: %s says nothing', (_, extensions, options = {}) => {
    expect(own(extensions, options)).toBeUndefined()
  })

  it('hostile: cut anywhere and with any byte changed, it is read or not, and nothing is thrown', () => {
    const { owner, data } = account([[3, [...key(1)]], pointer, [19, said('Test')]])
    for (let length = 0; length <= data.length; length++)
      readMetadata(mint, { owner, data: data.slice(0, length) }, undefined)
    for (let at = 160; at < data.length; at++) {
      const changed = Uint8Array.from(data)
      changed[at] = 255
      const found = readMetadata(mint, { owner, data: changed }, undefined)
      expect(found === undefined || found.mint === mint).toBe(true)
    }
  })

  it('behavior: what Metaplex keeps comes first', () => {
    const beside = [4, ...key(1), ...key(2), ...text('Beside'), ...text('B'), ...text(''), 0, 0, 0, 0, 1]
    const mintAccount = account([pointer, [19, said('Test')]])
    const both = readMetadata(mint, mintAccount, { owner: metaplexProgram, data: Uint8Array.from(beside) })
    expect(both?.name).toBe('Beside')
  })
})

describe('isCollectible', () => {
  const metadata = { mint, name: 'A', symbol: '', uri: '', creators: [], standard: undefined, collection: undefined }
  const account = (supply: number, decimals: number, owner = tokenProgram) => {
    const data = new Uint8Array(82)
    data[36] = supply
    data[44] = decimals
    return { owner, data }
  }

  it('behavior: there is one of it, it cannot be divided, and nobody says that it is a token', () => {
    expect(isCollectible(account(1, 0), metadata)).toBe(true)
    expect(isCollectible(account(1, 0, token2022), { ...metadata, standard: 4 })).toBe(true)
    expect(isCollectible(account(2, 0), metadata)).toBe(false)
    expect(isCollectible(account(1, 1), metadata)).toBe(false)
    expect(isCollectible(account(1, 0), { ...metadata, standard: 2 })).toBe(false)
    expect(isCollectible(account(1, 0), undefined)).toBe(false)
    expect(isCollectible(account(1, 0, metaplexProgram), metadata)).toBe(false)
    expect(isCollectible({ owner: tokenProgram, data: account(1, 0).data.slice(0, 81) }, metadata)).toBe(false)
    expect(isCollectible(undefined, metadata)).toBe(false)
  })
})
