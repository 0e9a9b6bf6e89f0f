import { afterEach, describe, expect, it, vi } from 'vitest'
import { context, other } from '../../test/signingContext.js'
import { preparePersonalSign } from './evm/personalSign.js'
import { prepareSignIn } from './prepareSignIn.js'
import { codeRow, type SigningContext } from './signingContext.js'

const { account } = context
const bytes = codeRow('Bytes', '0x00')
const text = [
  'app.example.org wants you to sign in with your Ethereum account:',
  account,
  '',
  'Welcome to Harbour',
  '',
  'URI: https://app.example.org/login',
  'Version: 1',
  'Chain ID: 31337',
  'Nonce: abcdefgh12345678',
  'Issued At: 2026-11-21T10:00:00Z',
  'Expiration Time: 2030-01-01T00:00:00Z',
  'Not Before: 2026-11-20T10:00:00Z',
  'Request ID: r-1',
  'Resources:',
  '- https://app.example.org/terms',
].join('\n')
const bare = text.replace('Welcome to Harbour\n', '').replace(/\nExpiration[\s\S]*$/, '')
const prepare = (said: string, at: SigningContext = context) => prepareSignIn(said, 'Ethereum', at, bytes)
const faultOf = (said: string, at?: SigningContext) => {
  const { approval, refusal } = prepare(said, at)
  return refusal ? [refusal.code, refusal.message, approval.danger[0]] : undefined
}
const refused = (fault: string) => [
  'INVALID_PARAMS',
  `The sign-in was refused: ${fault}`,
  `${fault} Signing it could let somebody else into your account, so it is not signed.`,
]

describe('prepareSignIn', () => {
  afterEach(() => void vi.useRealTimers())

  it('shows who is signed in to, what that allows, and every field below', () => {
    expect(prepare(text)).toEqual({
      approval: {
        action: 'Sign in',
        title: 'Sign in to app.example.org',
        headline: { text: 'Welcome to Harbour' },
        danger: [],
        warnings: ['This sign-in also allows what is listed under “Allows”.'],
        rows: [
          { label: 'Site', value: 'app.example.org' },
          { label: 'Allows', value: 'https://app.example.org/terms', tone: 'warning' },
          { label: 'Request', value: 'r-1' },
          { label: 'Valid until', value: '2030-01-01T00:00:00Z' },
        ],
        details: [
          { label: 'Account', value: account, form: 'address' },
          { label: 'Address of the site', value: 'https://app.example.org/login' },
          { label: 'Chain', value: '31337' },
          { label: 'Nonce', value: 'abcdefgh12345678' },
          { label: 'Issued', value: '2026-11-21T10:00:00Z' },
          { label: 'Valid from', value: '2026-11-20T10:00:00Z' },
          { label: 'Whole text', value: text, form: 'code' },
          bytes,
        ],
        network: 'Harbour Chain (31337)',
        account,
        needsSecondLook: false,
      },
    })
  })

  it('shows no row for what is not there, and names a sign-in with nothing else in it', () => {
    const { approval, what } = prepare(bare)
    expect(what).toBe('signIn')
    expect(approval).not.toHaveProperty('headline')
    expect(approval).toMatchObject({ warnings: [], rows: [{ label: 'Site', value: 'app.example.org' }] })
    expect(approval.details.map(({ label }) => label)).toEqual([
      ...['Account', 'Address of the site', 'Chain', 'Nonce', 'Issued', 'Whole text', 'Bytes'],
    ])
  })

  it('says that it is meant for another network', () => {
    expect(prepare(bare.replace('31337', '1')).approval.warnings).toEqual([
      'It is meant for the network with the id 1.',
    ])
  })

  it('shows what is refused with its words and bytes, and no other field', () => {
    const said = text.replace('app', 'evil')
    expect(prepare(said).approval).toEqual({
      action: 'Sign in',
      title: 'This sign-in is refused',
      isRefused: true,
      danger: [expect.stringMatching(/evil\.example\.org/)],
      headline: { text: said },
      warnings: [],
      rows: [],
      details: [bytes],
      network: 'Harbour Chain (31337)',
      account,
      needsSecondLook: true,
    })
    expect(prepare('wants\u200b you').approval.headline).toEqual({ text: 'wants⟨U+200B⟩ you' })
  })

  it.each([
    ['other words', 'Hello', 'This claims to be a sign-in, but it is not written as one.'],
    ['another site', bare.replace('app', 'evil'), 'It signs you in to evil.example.org, but app.example.org asks.'],
    ['another scheme', `http://${bare}`, 'It signs you in to app.example.org, but app.example.org asks.'],
    ['another account', bare.replace(account, other), 'It is for another account.'],
    ['no address', bare.replace('https://app.example.org/login', 'https:///'), 'Its address of the site is not valid.'],
    [
      'an address of another site',
      bare.replace('https://app.example.org/login', 'https://evil.example/'),
      'It names https://evil.example as its site, but https://app.example.org asks.',
    ],
    ['a time that is over', `${bare}\nExpiration Time: 2020-01-01T00:00:00Z`, 'It has expired.'],
    ['a time that no clock has', `${bare}\nExpiration Time: 2030-01-01T00:00:60Z`, 'It has expired.'],
  ])('refuses %s, and says why', (_, said, fault) => expect(faultOf(said)).toEqual(refused(fault)))

  it('takes the scheme of the page, an account in any case, and a time until it comes', () => {
    for (const said of [`https://${bare}`, bare.replace(account, account.toLowerCase())])
      expect(faultOf(said)).toBeUndefined()
    expect(faultOf(bare, { ...context, account: account.toLowerCase() })).toBeUndefined()
    const ending = `${bare}\nExpiration Time: 2030-01-01T00:00:00Z`
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2029-12-31T23:59:59.999Z') })
    expect(faultOf(ending)).toBeUndefined()
    vi.setSystemTime(new Date('2030-01-01T00:00:00Z'))
    expect(faultOf(ending)).toEqual(refused('It has expired.'))
  })

  it('knows a page by its port too', () => {
    const at = { ...context, origin: 'https://app.example.org:8443' }
    expect(faultOf(bare.replaceAll('app.example.org', 'app.example.org:8443'), at)).toBeUndefined()
    expect(faultOf(bare, at)).toEqual(refused('It signs you in to app.example.org, but app.example.org:8443 asks.'))
  })
})

describe('preparePersonalSign', () => {
  const of = (...params: [string, string]) => preparePersonalSign(params, context)

  it('shows a text with its bytes, and signs those', () => {
    expect(of('Ahoy', account)).toEqual({
      request: { kind: 'evmMessage', message: new TextEncoder().encode('Ahoy') },
      approval: {
        action: 'Sign',
        title: 'Sign a message',
        headline: { text: 'Ahoy' },
        danger: [],
        warnings: [],
        rows: [],
        details: [{ label: 'Bytes that are signed', value: '0x41686f79', form: 'code' }],
        network: 'Harbour Chain (31337)',
        account,
        needsSecondLook: false,
      },
    })
    expect(of('0x', account).approval).toMatchObject({ headline: { text: '(empty)' } })
  })

  it('takes its two parts in either order, and its own address as a message', () => {
    expect(of(account, 'Ahoy').approval.headline?.text).toBe('Ahoy')
    expect(of(account.toLowerCase(), '0x41').approval.headline?.text).toBe('A')
    expect(of(account, account).request).toEqual({
      kind: 'evmMessage',
      message: Uint8Array.from(Buffer.from(account.slice(2), 'hex')),
    })
    expect(of(other, account).request).toMatchObject({ message: Uint8Array.from(Buffer.from(other.slice(2), 'hex')) })
  })

  it('error: signs in the name of nobody else', () => {
    for (const [one, two] of [
      ['Ahoy', other],
      [other, 'Ahoy'],
    ] as const)
      expect(() => of(one, two)).toThrow(expect.objectContaining({ code: 'UNAUTHORIZED', rpcCode: 4100 }))
  })

  it('shows the beginning of bytes that are no text, and all of them below', () => {
    for (const [size, end] of [
      [64, ''],
      [65, '…'],
    ] as const) {
      const hex = `0x${'ff'.repeat(size)}`
      expect(of(hex, account).approval).toMatchObject({
        action: 'Sign',
        title: 'Sign unreadable data',
        headline: { text: `0x${'ff'.repeat(64)}${end}` },
        warnings: [expect.stringMatching(/no readable text/)],
        details: [{ label: 'Bytes that are signed', value: hex, form: 'code' }],
        needsSecondLook: true,
      })
    }
  })

  it('refuses what claims to be a sign-in though its bytes are no text', () => {
    const hex = `0x${Buffer.from(text).toString('hex')}ff`
    expect(of(hex, account)).toMatchObject({ request: { kind: 'evmMessage' }, refusal: { code: 'INVALID_PARAMS' } })
  })
})
