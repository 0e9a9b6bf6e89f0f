import { describe, expect, it } from 'vitest'
import { claimsSignIn, readSignIn, type SignInFamily } from './siwe.js'

const accounts = {
  Ethereum: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  Solana: '4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS',
  Bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
} as const
const fields = [
  'URI: https://app.example.org/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: abcdefgh',
  'Issued At: 2026-11-21T10:00:00Z',
]
const head = (family: SignInFamily) => [
  `app.example.org wants you to sign in with your ${family} account:`,
  accounts[family],
  '',
]
const text = (family: SignInFamily, ...more: string[]) => [...head(family), '', ...fields, ...more].join('\n')
const read = (family: SignInFamily, change: (text: string) => string = (each) => each) =>
  readSignIn(change(text(family)), family)

describe('claimsSignIn', () => {
  it.each([
    'app.example wants you to sign in with your Ethereum account:',
    'app.example WANTS  YOU\t TO\n SIGN  IN  WITH  YOUR account',
    'app.example ｗａｎｔｓ you to sign in with your account',
    'app.example wan\u200bts you to si\u202egn in with your account',
  ])('is true for %j', (said) => expect(claimsSignIn(said)).toBe(true))

  it.each([
    '',
    'Welcome',
    'app.example wants you to sign in',
    'wantsyoutosigninwithyour',
    'wants you to sign-in with your',
  ])('is false for %j', (said) => expect(claimsSignIn(said)).toBe(false))
})

describe('readSignIn', () => {
  it('gives all fields that there are, and nothing for those that there are not', () => {
    const whole = [
      'https://app.example.org:8443 wants you to sign in with your Ethereum account:',
      accounts.Ethereum.toLowerCase(),
      '',
      'Welcome, sailor ~',
      '',
      ...fields,
      'Expiration Time: 2030-01-01T00:00:00.5Z',
      'Not Before: 2026-01-01T00:00:00+01:00',
      "Request ID: a-Z_0.~!$&'()*+,;=:@%",
      'Resources:',
      '- https://app.example.org/terms',
      '- urn:recap:abc',
    ]
    expect(readSignIn(whole.join('\n'))).toEqual({
      scheme: 'https',
      domain: 'app.example.org:8443',
      address: accounts.Ethereum,
      statement: 'Welcome, sailor ~',
      uri: 'https://app.example.org/login',
      version: '1',
      chainId: '1',
      nonce: 'abcdefgh',
      issuedAt: '2026-11-21T10:00:00Z',
      expirationTime: '2030-01-01T00:00:00.5Z',
      notBefore: '2026-01-01T00:00:00+01:00',
      requestId: "a-Z_0.~!$&'()*+,;=:@%",
      resources: ['https://app.example.org/terms', 'urn:recap:abc'],
    })
    expect(read('Ethereum')).toEqual({
      domain: 'app.example.org',
      address: accounts.Ethereum,
      uri: 'https://app.example.org/login',
      version: '1',
      chainId: '1',
      nonce: 'abcdefgh',
      issuedAt: '2026-11-21T10:00:00Z',
      resources: [],
    })
  })

  it('has one empty line without a statement for Solana or two, and two for the others', () => {
    const short = (family: SignInFamily) => [...head(family), ...fields].join('\n')
    expect(readSignIn(short('Solana'), 'Solana')).toMatchObject({ uri: 'https://app.example.org/login' })
    expect(read('Solana')).toMatchObject({ uri: 'https://app.example.org/login' })
    for (const family of ['Ethereum', 'Bitcoin'] as const) {
      expect(read(family)).toMatchObject({ uri: 'https://app.example.org/login' })
      expect(readSignIn(short(family), family)).toBeUndefined()
    }
  })

  it('reads nothing that ends below its account', () => {
    for (const family of ['Ethereum', 'Solana', 'Bitcoin'] as const)
      expect(readSignIn(head(family).join('\n'), family)).toBeUndefined()
  })

  it('needs the network for Ethereum alone', () => {
    const without = (each: string) => each.replace('Chain ID: 1\n', '')
    expect(read('Solana', without)).toMatchObject({ nonce: 'abcdefgh', issuedAt: '2026-11-21T10:00:00Z' })
    expect(read('Solana', without)?.chainId).toBeUndefined()
    expect(read('Bitcoin', without)).toBeDefined()
    expect(read('Ethereum', without)).toBeUndefined()
  })

  it('takes an account of its own family alone', () => {
    for (const family of ['Ethereum', 'Solana', 'Bitcoin'] as const) {
      expect(read(family)?.address).toBe(accounts[family])
      for (const other of ['Ethereum', 'Solana', 'Bitcoin'] as const)
        if (other !== family) expect(readSignIn(text(family), other)).toBeUndefined()
    }
    const of = (account: string) => read('Solana', (each) => each.replace(accounts.Solana, account))
    expect(of('a'.repeat(20))?.address).toBe('a'.repeat(20))
    expect(of('a'.repeat(100))?.address).toBe('a'.repeat(100))
    for (const bad of ['a'.repeat(19), 'a'.repeat(101), `${accounts.Solana}!`, `!${accounts.Solana}`, ''])
      expect([bad, of(bad)]).toEqual([bad, undefined])
    expect(read('Ethereum', (each) => each.replace('0x7', '7'))).toBeUndefined()
  })

  it.each([
    '2026-11-21T10:00:00Z',
    '2026-01-09T09:09:09Z',
    '1999-12-31T23:59:60Z',
    '2026-10-30T20:50:59.1Z',
    '2026-09-10T19:30:00.123456789+05:30',
    '2026-02-28T00:00:00-23:59',
    '2026-02-28T00:00:00+19:00',
  ])('takes the time %s', (time) => {
    const timed = (name: string) => readSignIn(text('Ethereum', `${name}: ${time}`))
    expect(read('Ethereum', (each) => each.replace('2026-11-21T10:00:00Z', time))?.issuedAt).toBe(time)
    expect(timed('Expiration Time')?.expirationTime).toBe(time)
    expect(timed('Not Before')?.notBefore).toBe(time)
  })

  it.each([
    ...['026-11-21T10:00:00Z', '12026-11-21T10:00:00Z', ' 2026-11-21T10:00:00Z', '202a-11-21T10:00:00Z'],
    ...['2026-1-21T10:00:00Z', '2026-00-21T10:00:00Z', '2026-13-21T10:00:00Z', '2026-20-21T10:00:00Z'],
    ...['2026-11-00T10:00:00Z', '2026-11-1T10:00:00Z', '2026-11-32T10:00:00Z', '2026-11-40T10:00:00Z'],
    ...['2026-11-1aT10:00:00Z', '2026-1a-21T10:00:00Z', '2026-11-0aT10:00:00Z', '2026-0a-11T10:00:00Z'],
    ...['2026-11-21T24:00:00Z', '2026-11-21T30:00:00Z', '2026-11-21T1:00:00Z', '2026-11-21T1a:00:00Z'],
    ...['2026-11-21T10:60:00Z', '2026-11-21T10:0a:00Z', '2026-11-21T10:0:00Z', '2026-11-21T10:00:61Z'],
    ...['2026-11-21T10:00:0aZ', '2026-11-21T10:00:0Z', '2026-11-21T10:00Z', '2026-11-21T10:00:00'],
    ...['2026-11-21T10:00:00.Z', '2026-11-21T10:00:00.1234567890Z', '2026-11-21T10:00:00.aZ', '2026-11-21T10:00:00ZZ'],
    ...[
      '2026-11-21T10:00:00+24:00',
      '2026-11-21T10:00:00+30:00',
      '2026-11-21T10:00:00+1:00',
      '2026-11-21T10:00:00+1a:00',
    ],
    ...[
      '2026-11-21T10:00:00+10:60',
      '2026-11-21T10:00:00+10:0',
      '2026-11-21T10:00:00+10:0a',
      '2026-11-21T10:00:00*10:00',
    ],
    ...['2026-11-21T2a:00:00Z', '2026-11-21T10:00:00+2a:00', '2026-11-3aT10:00:00Z', 'tomorrow', ''],
  ])('takes no time %j', (time) => {
    expect(read('Ethereum', (each) => each.replace('2026-11-21T10:00:00Z', time))).toBeUndefined()
    expect(readSignIn(text('Ethereum', `Expiration Time: ${time}`))).toBeUndefined()
    expect(readSignIn(text('Ethereum', `Not Before: ${time}`))).toBeUndefined()
  })

  it.each([
    ['Version: 1', ['Version: 11', 'Version: 21', 'Version: 0', 'Version: ', 'Version:1', '']],
    [
      'Chain ID: 1',
      ['Chain ID: 0', 'Chain ID: 01', 'Chain ID: 1a', 'Chain ID: a1', 'Chain ID: 12345678901234567', 'Chain ID: 1 '],
    ],
    [
      'Nonce: abcdefgh',
      ['Nonce: abcdefg', 'Nonce: abcdefg-', 'Nonce: -abcdefgh', 'Nonce: abcdefgh-', `Nonce: ${'a'.repeat(129)}`],
    ],
    [
      'URI: https://app.example.org/login',
      [
        'URI: app.example.org/login',
        'URI: https:',
        'URI: https://a b',
        'URI: 1https://a',
        'URI: ht_tps://a',
        'URI:  https://a',
      ],
    ],
  ])('takes no other form of %s', (line, bad) => {
    for (const each of bad)
      expect([each, read('Ethereum', (text) => text.replace(line, each))]).toEqual([each, undefined])
  })

  it.each([
    ['Chain ID: 1', ['Chain ID: 9', 'Chain ID: 1234567890123456']],
    ['Nonce: abcdefgh', ['Nonce: ABCZ0189', `Nonce: ${'a'.repeat(128)}`]],
    ['URI: https://app.example.org/login', ['URI: a:b', 'URI: W2.b+c-d:x', 'URI: ab:xyz', 'URI: ab1:xyz']],
  ])('takes every form of %s', (line, good) => {
    for (const each of good)
      expect([each, read('Ethereum', (text) => text.replace(line, each)) !== undefined]).toEqual([each, true])
  })

  it('takes a name of a network in the other families', () => {
    const on = (name: string) => read('Solana', (each) => each.replace('Chain ID: 1', `Chain ID: ${name}`))?.chainId
    for (const name of ['mainnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '-', 'a'.repeat(64)])
      expect(on(name)).toBe(name)
    for (const name of ['', 'a'.repeat(65), 'a b', '!a', 'a!']) expect(on(name)).toBeUndefined()
  })

  it('takes an empty request, and no word that an address could not hold', () => {
    const of = (id: string) => readSignIn(text('Ethereum', `Request ID: ${id}`))
    expect(of('')?.requestId).toBe('')
    for (const id of ['a b', '#1', '1#', '"', '<b>']) expect([id, of(id)]).toEqual([id, undefined])
  })

  it('takes resources that are addresses, each on a line of its own', () => {
    const of = (...lines: string[]) => readSignIn(text('Ethereum', 'Resources:', ...lines))
    expect(of()?.resources).toEqual([])
    expect(of('- a:b', '- W2.b+c-d:xyz')?.resources).toEqual(['a:b', 'W2.b+c-d:xyz'])
    for (const bad of [
      ['- a'],
      ['a:b'],
      ['- a:b', '- c'],
      ['- a:b c'],
      ['- 1:b'],
      ['- 1a:b'],
      ['-a:b'],
      ['- a:b', ''],
      ['- a:'],
      ['- _:b'],
    ])
      expect([bad, of(...bad)]).toEqual([bad, undefined])
    expect(readSignIn(text('Ethereum', '- a:b'))).toBeUndefined()
  })

  it.each([
    ['a domain of two words', (each: string) => each.replace('app.example.org', 'app example.org')],
    ['no domain', (each: string) => each.replace('app.example.org', '')],
    ['a path', (each: string) => each.replace('app.example.org', 'app.example.org/a')],
    ['a user', (each: string) => each.replace('app.example.org', 'me@app.example.org')],
    ['a query', (each: string) => each.replace('app.example.org', 'app.example.org?a')],
    ['a fragment', (each: string) => each.replace('app.example.org', 'app.example.org#a')],
    ['a scheme that starts with a digit', (each: string) => `1http://${each}`],
    ['a scheme with an underscore', (each: string) => `ht_tp://${each}`],
    ['words behind the first line', (each: string) => each.replace('account:', 'account: now')],
    ['a family of two words', (each: string) => each.replace('Ethereum', 'Ethereum now')],
    ['no empty line below the account', (each: string) => each.replace('C8\n\n', 'C8\n')],
    ['a statement right below the account', (each: string) => each.replace('C8\n\n', 'C8\nHello\n')],
    ['a statement without a line below it', (each: string) => each.replace('\n\n\nURI', '\n\nHello\nURI')],
    ['a tab', (each: string) => each.replace('\n\n\n', '\n\nHello\tyou\n\n')],
    ['nothing below the account', (each: string) => each.split('\n').slice(0, 3).join('\n')],
    ['nothing below its statement', (each: string) => [...each.split('\n').slice(0, 3), 'Hello'].join('\n')],
    ['the first line alone', (each: string) => each.split('\n').slice(0, 1).join('\n')],
    ['nothing', () => ''],
    ['a line behind', (each: string) => `${each}\n`],
    ['a letter of another script', (each: string) => each.replace('\n\n\n', '\n\nGrüße\n\n')],
    ['fields in another order', (each: string) => each.replace(/(Version: 1)\n(Chain ID: 1)/, '$2\n$1')],
    ['no address of the site', (each: string) => each.replace(/URI: .*\n/, '')],
    ['no version', (each: string) => each.replace(/Version: .*\n/, '')],
    ['no nonce', (each: string) => each.replace(/Nonce: .*\n/, '')],
    ['no time', (each: string) => each.replace(/\nIssued At: .*/, '')],
  ])('reads nothing with %s', (_, change) => {
    expect(read('Ethereum')).toBeDefined()
    expect(read('Ethereum', change)).toBeUndefined()
  })

  it('reads a scheme of any length, and none', () => {
    const of = (scheme: string) => read('Ethereum', (each) => `${scheme}${each}`)
    expect([of('h://')?.scheme, of('h2.b+c-d://')?.scheme, of('')?.scheme]).toEqual(['h', 'h2.b+c-d', undefined])
  })
})
