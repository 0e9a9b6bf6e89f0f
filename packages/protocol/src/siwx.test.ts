import fc from 'fast-check'
import { getAddress } from 'viem'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import type { ChainId } from './caip.js'
import { isLatchkeyError } from './errors.js'
import { formatSignInMessage, parseSignInMessage, type SignInMessage } from './siwx.js'

const ethereum: SignInMessage = {
  accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  chainId: 'eip155:1',
  domain: 'app.example:8443',
  uri: 'https://app.example:8443/login?next=%2F',
  version: '1',
  nonce: 'a1b2c3d4e5',
  statement: 'I accept the terms: https://app.example/tos',
  resources: ['https://app.example/one', 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'],
  requestId: 'request-7',
  issuedAt: '2026-01-02T03:04:05.678Z',
  expirationTime: '2026-01-02T04:04:05Z',
  notBefore: '2026-01-02T03:00:00+01:00',
}
const solana: SignInMessage = {
  ...ethereum,
  accountAddress: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}
const others: readonly (readonly [string, SignInMessage])[] = [
  [
    'Bitcoin',
    {
      ...ethereum,
      accountAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      chainId: 'bip122:000000000019d6689c085ae165831e93',
    },
  ],
  [
    'Polkadot',
    {
      ...ethereum,
      accountAddress: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    },
  ],
  [
    'Cosmos',
    { ...ethereum, accountAddress: 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh', chainId: 'cosmos:cosmoshub-4' },
  ],
]
const every: readonly (readonly [string, SignInMessage])[] = [['Ethereum', ethereum], ['Solana', solana], ...others]

function without(message: SignInMessage, ...names: (keyof SignInMessage)[]): SignInMessage {
  return Object.fromEntries(
    Object.entries(message).filter(([name]) => !names.some((each) => each === name)),
  ) as SignInMessage
}

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (isLatchkeyError(error, 'INVALID_PARAMS')) return error.message
    throw error
  }
  return 'nothing was refused'
}

describe('formatSignInMessage', () => {
  it('[S3-24] writes the text of EIP-4361 from every field', () => {
    expect(formatSignInMessage(ethereum)).toBe(
      `app.example:8443 wants you to sign in with your Ethereum account:
0x70997970C51812dc3A010C7d01b50e0d17dc79C8

I accept the terms: https://app.example/tos

URI: https://app.example:8443/login?next=%2F
Version: 1
Chain ID: 1
Nonce: a1b2c3d4e5
Issued At: 2026-01-02T03:04:05.678Z
Expiration Time: 2026-01-02T04:04:05Z
Not Before: 2026-01-02T03:00:00+01:00
Request ID: request-7
Resources:
- https://app.example/one
- ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi`,
    )
  })

  it('[S3-13] writes an EVM chain as its number, a public Solana chain as its name, any other as its CAIP-2 id', () => {
    const line = (message: SignInMessage) => /^Chain ID: (.*)$/m.exec(formatSignInMessage(message))?.[1]
    expect(line({ ...ethereum, chainId: 'eip155:11155111' })).toBe('11155111')
    expect(line(solana)).toBe('mainnet')
    expect(line({ ...solana, chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })).toBe('devnet')
    expect(line({ ...solana, chainId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z' })).toBe('testnet')
    expect(line({ ...solana, chainId: 'solana:localChainLocalChainLocalChain11' })).toBe(
      'solana:localChainLocalChainLocalChain11',
    )
    for (const [, message] of others) expect(line(message)).toBe(message.chainId)
  })

  it.each(every)('behavior: names the family of %s in the first line', (name, message) => {
    expect(formatSignInMessage(message).split('\n')[0]).toBe(
      `app.example:8443 wants you to sign in with your ${name} account:`,
    )
  })

  it('behavior: without a statement EIP-4361 leaves two empty lines, the grammar of Solana one', () => {
    expect(formatSignInMessage(without(ethereum, 'statement')).split('\n').slice(1, 5)).toEqual([
      ethereum.accountAddress,
      '',
      '',
      `URI: ${ethereum.uri}`,
    ])
    expect(formatSignInMessage(without(solana, 'statement')).split('\n').slice(1, 4)).toEqual([
      solana.accountAddress,
      '',
      `URI: ${solana.uri}`,
    ])
    expect(formatSignInMessage({ ...ethereum, statement: '' })).toBe(
      formatSignInMessage(without(ethereum, 'statement')),
    )
  })

  it('behavior: a domain may be an IPv6 address with or without a port', () => {
    for (const domain of ['[2001:db8::1]', '[2001:db8::1]:8443']) {
      const text = formatSignInMessage({ ...ethereum, domain })
      expect(text).toMatch(/^\[2001:db8::1\]/)
      expect(parseSignInMessage(text).domain).toBe(domain)
    }
  })

  it('behavior: an EVM address is written with its checksum', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{40}$/), (digits) => {
        const text = formatSignInMessage({ ...ethereum, accountAddress: `0x${digits}` })
        expect(text.split('\n')[1]).toBe(getAddress(`0x${digits}`))
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    ['[S3-12]', 'accountAddress'],
    ['[S3-13]', 'chainId'],
    ['[S3-14]', 'domain'],
    ['[S3-15]', 'uri'],
    ['[S3-16]', 'version'],
    ['[S3-17]', 'nonce'],
  ] as const)('%s %s is required', (_, name) => {
    for (const [, message] of every)
      expect(refusal(() => formatSignInMessage(without(message, name)))).toContain(`its ${name} `)
  })

  it.each([
    ['[S3-18]', 'statement', /terms/],
    ['[S3-19]', 'resources', /^Resources:\n- https/m],
    ['[S3-20]', 'requestId', /^Request ID: request-7$/m],
    ['[S3-22]', 'expirationTime', /^Expiration Time: 2026-01-02T04:04:05Z$/m],
    ['[S3-23]', 'notBefore', /^Not Before: 2026-01-02T03:00:00\+01:00$/m],
  ] as const)('%s %s may be absent, and is written when it is there', (_, name, line) => {
    for (const [, message] of every) {
      expect(formatSignInMessage(message)).toMatch(line)
      expect(formatSignInMessage(without(message, name))).not.toMatch(line)
    }
  })

  it('[S3-21] issuedAt is written; only EIP-4361 demands it', () => {
    for (const [, message] of every)
      expect(formatSignInMessage(message)).toContain('\nIssued At: 2026-01-02T03:04:05.678Z')
    expect(refusal(() => formatSignInMessage(without(ethereum, 'issuedAt')))).toContain('issuedAt')
    expect(formatSignInMessage(without(solana, 'issuedAt'))).toBe(
      formatSignInMessage(solana).replace(/Issued At: .*\n/, ''),
    )
  })

  it.each([
    ['accountAddress', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8\nNonce: other1234'],
    ['accountAddress', '0x70'],
    ['chainId', 'eip155:01'],
    ['chainId', 'eip155:one'],
    ['chainId', 'eip155:1a'],
    ['chainId', 'tron:1'],
    ['domain', 'app.example wants you to sign in with your Ethereum account:\nx'],
    ['domain', 'user@app.example'],
    ['domain', 'app.example/path'],
    ['domain', 'https://app.example'],
    ['domain', 'аpp.example'],
    ['domain', ''],
    ['uri', 'https://app.example\nVersion: 1'],
    ['uri', 'app.example'],
    ['uri', 'https://app.example/a b'],
    ['uri', 'https://'],
    ['uri', ' https://app.example'],
    ['version', '2'],
    ['version', '1\nChain ID: 5'],
    ['nonce', 'short12'],
    ['nonce', 'abcd-efgh'],
    ['nonce', '-abcdefgh'],
    ['nonce', 'abcdefgh\nIssued At: 2026-01-02T03:04:05Z'],
    ['statement', 'one\ntwo'],
    ['statement', 'one\r'],
    ['statement', 'right\u202eto left'],
    ['statement', 'URI: https://evil.example'],
    ['statement', 'Resources:'],
    ['statement', 'Nonce  : other1234'],
    ['statement', 'Version 1'],
    ['statement', 'resources'],
    ['statement', '- https://evil.example'],
    ['statement', 'with "quotes"'],
    ['requestId', 'a b'],
    ['requestId', '1\nResources:'],
    ['issuedAt', 'yesterday'],
    ['issuedAt', '2026-13-02T03:04:05Z'],
    ['issuedAt', '2026-01-02'],
    ['issuedAt', ' 2026-01-02T03:04:05Z'],
    ['issuedAt', '2026-01-02T03:04:05Z '],
    ['issuedAt', '+002026-01-02T03:04:05Z'],
    ['issuedAt', '2026-01-02T03:04:05Z (now)'],
    ['expirationTime', '2026-01-02T03:04:05Z\nRequest ID: 1'],
    ['notBefore', ''],
    ['resources', ['https://app.example\n- https://evil.example']],
    ['resources', ['not a uri']],
    ['resources', 'https://app.example'],
  ] as const)('error: a %s of %j is refused', (name, value) => {
    expect(refusal(() => formatSignInMessage({ ...ethereum, [name]: value } as SignInMessage))).toContain(`its ${name}`)
  })

  it('behavior: where no grammar says otherwise, a statement may hold any character that prints', () => {
    for (const [, message] of others)
      expect(formatSignInMessage({ ...message, statement: '100% "mine" <3' })).toContain('\n100% "mine" <3\n')
    expect(refusal(() => formatSignInMessage({ ...solana, statement: '100%' }))).toContain('its statement')
    for (const [, message] of others)
      for (const statement of ['\u202eone', 'one\u202e'])
        expect(refusal(() => formatSignInMessage({ ...message, statement }))).toContain('its statement')
  })

  it('behavior: a statement may name a field within its text', () => {
    for (const statement of ['See the URI: below', 'Nonces are used once', 'my-nonce: one'])
      expect(formatSignInMessage({ ...ethereum, statement })).toContain(`\n${statement}\n`)
  })

  it('error: an address of another family than EVM that holds another character, or is too long, is refused', () => {
    for (const accountAddress of [
      '/7EcDhSYGxXyscszYEp35KHN8vvw3',
      '7EcDhSYGxXyscszYEp35KHN8vvw3/',
      'a'.repeat(129),
      '',
    ])
      expect(refusal(() => formatSignInMessage({ ...solana, accountAddress }))).toContain('its accountAddress')
    expect(formatSignInMessage({ ...solana, accountAddress: 'a'.repeat(128) })).toContain('a'.repeat(128))
  })
})

const time = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const uri = fc.webUrl({ withQueryParameters: true, withFragments: true }).filter((text) => !/[\\^`{|}"<>]/.test(text))
const maybe = <value>(of: fc.Arbitrary<value>) => fc.option(of, { nil: undefined })
const messages: fc.Arbitrary<SignInMessage> = fc
  .record({
    base: fc.constantFrom(...every.map(([, message]) => message)),
    domain: fc.tuple(fc.domain(), maybe(fc.integer({ min: 1, max: 65535 }))),
    uri,
    nonce: fc.stringMatching(/^[a-zA-Z0-9]{8,40}$/),
    statement: maybe(fc.stringMatching(/^[a-zA-Z0-9 .,;:/?!'()-]{1,60}$/)),
    resources: maybe(fc.array(uri, { maxLength: 4 })),
    requestId: maybe(fc.stringMatching(/^[a-zA-Z0-9._~:@-]{1,30}$/)),
    issuedAt: time,
    expirationTime: maybe(time),
    notBefore: maybe(time),
  })
  .map(({ base, domain: [host, port], ...more }) =>
    without(
      {
        version: '1',
        accountAddress: base.accountAddress,
        chainId: base.chainId,
        domain: port === undefined ? host : `${host}:${port}`,
        ...more,
      } as SignInMessage,
      ...(Object.keys(more) as (keyof typeof more)[]).filter((name) => more[name] === undefined),
    ),
  )
  .filter(
    (message) =>
      !/^\s*(uri|version|nonce|resources|chain id|issued|expir|not|request|-)/i.test(message.statement ?? ''),
  )

describe('parseSignInMessage', () => {
  it.each(every)('behavior: gives back what was written for %s', (_, message) => {
    expect(parseSignInMessage(formatSignInMessage(message))).toStrictEqual(message)
    const bare = without(message, 'statement', 'resources', 'requestId', 'expirationTime', 'notBefore')
    expect(parseSignInMessage(formatSignInMessage(bare))).toStrictEqual(bare)
  })

  it('property: what is written is read back, of every family and with every choice of fields', () => {
    fc.assert(
      fc.property(messages, (message) => {
        expect(parseSignInMessage(formatSignInMessage(message))).toEqual(message)
      }),
    )
  })

  it('property: viem reads the same fields from what is written for an EVM account', () => {
    fc.assert(
      fc.property(messages, (some) => {
        const message = { ...some, accountAddress: ethereum.accountAddress, chainId: 'eip155:137' as ChainId }
        const read = parseSiweMessage(formatSignInMessage(message))
        expect(read).toMatchObject({
          address: message.accountAddress,
          chainId: 137,
          domain: message.domain,
          uri: message.uri,
          version: '1',
          nonce: message.nonce,
          issuedAt: new Date(message.issuedAt ?? ''),
        })
        expect(read.statement).toBe(message.statement)
        expect(read.requestId).toBe(message.requestId)
        expect(read.resources).toEqual(message.resources)
        expect(read.expirationTime?.toISOString()).toBe(message.expirationTime)
        expect(read.notBefore?.toISOString()).toBe(message.notBefore)
      }),
    )
  })

  it('behavior: viem holds a message for valid on its site and within its times alone', () => {
    const message = parseSiweMessage(formatSignInMessage(ethereum))
    const isValid = (domain: string, at: string) => validateSiweMessage({ message, domain, time: new Date(at) })
    expect(isValid('app.example:8443', '2026-01-02T03:30:00Z')).toBe(true)
    expect(isValid('evil.example', '2026-01-02T03:30:00Z')).toBe(false)
    expect(isValid('app.example:8443', '2026-01-02T04:30:00Z')).toBe(false)
    expect(isValid('app.example:8443', '2026-01-02T01:30:00Z')).toBe(false)
  })

  it('property: a text of any kind is read or refused with a code, and what is read can be written', () => {
    const lines = fc.constantFrom(
      ...formatSignInMessage(ethereum).split('\n'),
      ...formatSignInMessage(solana).split('\n'),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.oneof(lines, fc.string())).map((all) => all.join('\n')),
        ),
        (text) => {
          let message: SignInMessage
          try {
            message = parseSignInMessage(text)
          } catch (error) {
            expect(isLatchkeyError(error, 'INVALID_PARAMS')).toBe(true)
            return
          }
          expect(formatSignInMessage(message)).toBe(text)
        },
      ),
    )
  })

  it('behavior: takes either name of a public Solana chain, as wallets write it themselves', () => {
    const text = formatSignInMessage(solana)
    expect(parseSignInMessage(text.replace('Chain ID: mainnet', 'Chain ID: solana:mainnet'))).toEqual(solana)
    expect(parseSignInMessage(text.replace('Chain ID: mainnet', `Chain ID: ${solana.chainId}`))).toEqual(solana)
    expect(refusal(() => parseSignInMessage(text.replace('mainnet', 'localnet')))).toContain('its chain')
    expect(refusal(() => parseSignInMessage(text.replace('mainnet', 'eip155:1')))).toContain('its chain')
    expect(refusal(() => parseSignInMessage(text.replace('mainnet', 'mainsolana:net')))).toContain('its chain')
  })

  // Written within each test: a fault of the writer must fail tests, and not the file before them.
  it.each<readonly [string, (text: string) => string]>([
    ['a line too many', (text) => `${text}\nmore`],
    ['an empty line at the end', (text) => `${text}\n`],
    ['carriage returns', (text) => text.replaceAll('\n', '\r\n')],
    ['two nonces', (text) => text.replace('Nonce: a1b2c3d4e5', 'Nonce: a1b2c3d4e5\nNonce: b1b2c3d4e5')],
    ['another order', (text) => text.replace('Version: 1\nChain ID: 1', 'Chain ID: 1\nVersion: 1')],
    ['no nonce', (text) => text.replace('Nonce: a1b2c3d4e5\n', '')],
    ['another family', (text) => text.replace('Ethereum', 'Dogecoin')],
    ['a family that its address is not of', (text) => text.replace('Ethereum', 'Bitcoin')],
    ['a wrong checksum', (text) => text.replace('0x70997970C', '0x70997970c')],
    ['a scheme before the domain', (text) => `https://${text}`],
    ['no first line', (text) => text.replace(/^.*\n/, '')],
    ['words in place of the line below the address', (text) => text.replace('\n\n', '\nmore\n')],
    ['a statement of two lines', (text) => text.replace('I accept', 'I\naccept')],
    ['no line below its statement', (text) => text.replace('/tos\n\n', '/tos\n')],
    ['an empty line in place of its statement', (text) => text.replace(/I accept.*/, '')],
    ['an invalid resource', (text) => text.replace('- https', '- not https')],
    ['nothing', () => ''],
  ])('error: refuses a text with %s', (_, spoil) => {
    expect(refusal(() => parseSignInMessage(spoil(formatSignInMessage(ethereum))))).toMatch(
      /^The sign-in message cannot be used: /,
    )
  })
})
