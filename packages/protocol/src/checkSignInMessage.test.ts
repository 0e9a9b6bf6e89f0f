import { describe, expect, it } from 'vitest'
import { checkSignInMessage, type SignInMessage } from './siwx.js'

describe('checkSignInMessage', () => {
  const now = new Date('2026-01-01T12:00:00Z')
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString()
  const right: SignInMessage = {
    accountAddress: `0x${'1'.repeat(40)}`,
    chainId: 'eip155:1',
    domain: 'app.example',
    uri: 'https://app.example/login?next=1',
    version: '1',
    nonce: 'a1b2c3d4e5',
    issuedAt: at(0),
    expirationTime: at(600),
  }
  const isOrigin = (origin: string) => origin === 'https://app.example'
  const run = (change: Partial<SignInMessage> = {}, more: object = {}) =>
    checkSignInMessage({ ...right, ...change }, { isOrigin, now, ...more })

  it('gives the origin of the page', () => {
    expect(run()).toBe('https://app.example')
    const local = { domain: 'localhost:5173', uri: 'http://localhost:5173' }
    expect(run(local, { isOrigin: () => true })).toBe('http://localhost:5173')
  })

  it.each<[string, Partial<SignInMessage>]>([
    ['another domain', { domain: 'evil.example' }],
    ['a domain in capitals', { domain: 'App.example' }],
    ['a subdomain', { domain: 'www.app.example', uri: 'https://www.app.example' }],
    ['a port', { domain: 'app.example:8443', uri: 'https://app.example:8443' }],
    ['another site in its URI', { uri: 'https://evil.example' }],
    ['a URI with a name before the host', { uri: 'https://a@app.example' }],
    ['plain http', { uri: 'http://app.example' }],
    ['no page', { uri: 'app:login' }],
    ['an issue long ago', { issuedAt: at(-301) }],
    ['an issue to come', { issuedAt: at(61) }],
    ['an end that is over', { expirationTime: at(0) }],
    ['more than a day', { expirationTime: at(24 * 3_600 + 1) }],
    ['times that nobody can read', { expirationTime: 'yesterday' }],
    ['a begin that is to come', { notBefore: at(1) }],
    ['a begin that nobody can read', { notBefore: 'NaN' }],
  ])('error: refuses %s', (_, change) => {
    expect(() => run(change)).toThrow(expect.objectContaining({ code: 'SIGNATURE_INVALID' }))
  })

  it('error: refuses a message without an issue or an end, unless its nonce is known to run out', () => {
    const { expirationTime: _, ...endless } = right
    expect(() => checkSignInMessage(endless, { isOrigin, now })).toThrow(/no expiry/)
    expect(checkSignInMessage(endless, { isOrigin, now, mayLackExpiry: true })).toBe('https://app.example')
    expect(() => run({ expirationTime: at(-1) }, { mayLackExpiry: true })).toThrow(/no expiry/)
    const { issuedAt: __, ...timeless } = right
    expect(() => checkSignInMessage(timeless, { isOrigin, now })).toThrow(/just now/)
  })
})
