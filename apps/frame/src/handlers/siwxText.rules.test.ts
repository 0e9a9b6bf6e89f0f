import type { SiwxData } from '@latchkey/protocol/internal/frame'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { siwxText } from './siwxText.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const now = '2026-01-01T12:00:00.000Z'
const least = {
  accountAddress: '<<AccountAddress>>',
  chainId: 'eip155:10',
  domain: 'app.example:8443',
  uri: 'https://app.example:8443/login',
  version: '1',
  nonce: 'abcdefgh12345678',
}
const full = {
  ...least,
  statement: 'Sign in to the app',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expirationTime: '2026-01-02T00:00:00Z',
  notBefore: '2026-01-01T00:00:00+01:00',
  requestId: 'r1',
  resources: ['https://app.example/terms', 'https://app.example/privacy'],
}
const write = (data: object) => siwxText(data as SiwxData, { origin: 'https://app.example:8443', address })
const refusal = (data: object) => {
  try {
    return write(data).message
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return [code, message.replace('The sign-in message cannot be signed: ', '')]
  }
}
const refused = (why: string) => ['INVALID_PARAMS', why]

afterEach(() => void vi.useRealTimers())

describe('the text of a sign-in', () => {
  it('has every field on a line of its own', () => {
    vi.useFakeTimers({ now: Date.parse(now) })
    const { message, siwxMessage } = write(full)
    expect(message.split('\n')).toEqual([
      'app.example:8443 wants you to sign in with your Ethereum account:',
      address,
      '',
      'Sign in to the app',
      '',
      'URI: https://app.example:8443/login',
      'Version: 1',
      'Chain ID: 10',
      'Nonce: abcdefgh12345678',
      'Issued At: 2026-01-01T00:00:00.000Z',
      'Expiration Time: 2026-01-02T00:00:00Z',
      'Not Before: 2026-01-01T00:00:00+01:00',
      'Request ID: r1',
      'Resources:',
      '- https://app.example/terms',
      '- https://app.example/privacy',
    ])
    expect(siwxMessage).toEqual({ ...full, accountAddress: address, serializedMessage: message })
  })

  it('is of now, and without the lines of what is absent or empty', () => {
    vi.useFakeTimers({ now: Date.parse(now) })
    const lines = [
      'app.example:8443 wants you to sign in with your Ethereum account:',
      address,
      '',
      '',
      'URI: https://app.example:8443/login',
      'Version: 1',
      'Chain ID: 10',
      'Nonce: abcdefgh12345678',
      `Issued At: ${now}`,
    ]
    expect(write(least).message.split('\n')).toEqual(lines)
    expect(write(least).siwxMessage).toMatchObject({ issuedAt: now, accountAddress: address })
    expect(write({ ...least, statement: '', requestId: '', resources: [] }).message.split('\n')).toEqual(lines)
  })
})

describe('a sign-in is refused', () => {
  it('for another site', () => {
    for (const domain of ['app.example', 'bank.example:8443', 'https://app.example:8443', ''])
      expect(refusal({ ...least, domain })).toEqual(refused('it is for another site'))
    for (const uri of [
      ...[
        'https://app.example/login',
        'http://app.example:8443/',
        'https://bank.example:8443/',
        'app.example:8443',
        '',
      ],
      ...['https://app.example:8443/ more', ' https://app.example:8443/', 'https://app.example:8443/\n', 'no address'],
    ])
      expect([uri, refusal({ ...least, uri })]).toEqual([uri, refused('its address is of another site')])
  })

  it('for another family of networks, another version, and a nonce of another form', () => {
    for (const chainId of ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '1', 'eip155', 'eip155:', 'other:1'])
      expect(refusal({ ...least, chainId })).toEqual(refused('its network is not an EVM one'))
    const unusable = refused('its version or its nonce is not usable')
    for (const change of [{ version: '2' }, { version: '' }]) expect(refusal({ ...least, ...change })).toEqual(unusable)
    for (const nonce of ['a'.repeat(7), 'a'.repeat(129), 'abcdefgh-', '-abcdefgh', 'abcd efgh'])
      expect(refusal({ ...least, nonce })).toEqual(unusable)
    for (const nonce of ['aZ019xyz', 'a'.repeat(128)]) expect(refusal({ ...least, nonce })).toContain(`Nonce: ${nonce}`)
  })

  it('for an invalid time in any of its fields', () => {
    const none = refused('a time of it is not one')
    for (const time of [
      ...['tomorrow', '', '2026-13-41T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00', '2026-01-01T00:00Z'],
      ...['x2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z ', '2026-01-01 00:00:00Z', '2026-01-01T00:00:00.Z'],
      ...['2026-01-01T00:00:00.1234567891Z', '2026-01-01T00:00:00+1:00', '+002026-01-01T00:00:00Z', '1', 'Jan 1 2126'],
    ])
      for (const field of ['issuedAt', 'expirationTime', 'notBefore'])
        expect([field, time, refusal({ ...least, [field]: time })]).toEqual([field, time, none])
    for (const issuedAt of [
      ...['2026-01-01T00:00:00.1Z', '2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00-05:30'],
    ])
      expect(refusal({ ...least, issuedAt })).toContain(`Issued At: ${issuedAt}`)
  })

  it('from the moment on at which it expires', () => {
    vi.useFakeTimers({ now: Date.parse(now) })
    const of = (ms: number) => refusal({ ...least, expirationTime: new Date(Date.parse(now) + ms).toISOString() })
    expect([of(0), of(-1)]).toEqual([refused('it has expired'), refused('it has expired')])
    expect(of(1)).toContain('Expiration Time: 2026-01-01T12:00:00.001Z')
  })

  it('for a field that would write other lines, or signs that cannot be seen', () => {
    const held = refused('a field holds what it must not')
    for (const text of [
      'Hello\nURI: https://bank.example',
      'Hello\r',
      '\tHello',
      'Hello\u007f',
      'Grüße',
      'Hello\u202e',
    ])
      for (const change of [{ statement: text }, { requestId: text }, { resources: ['https://app.example', text] }])
        expect(refusal({ ...least, ...change })).toEqual(held)
    expect(refusal({ ...least, statement: ' ~!' })).toContain('\n ~!\n')
  })
})
