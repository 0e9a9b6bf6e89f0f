import { expect, it } from 'vitest'
import { type Bent, createRelayKey } from '../../test/createRelayKey.js'
import { readToken } from './readToken.js'
import { tokenSeconds } from './relayLimits.js'

const relay = 'wss://relay.example'
const leeway = 600
const iat = 1_800_000_000
const times = { iat, exp: iat + 3_600 }

/** Reads a token of one key, `after` seconds after it was made. */
function read(bent: Bent = {}, after = 0) {
  const key = createRelayKey()
  const token = key.token(relay, { ...bent, claims: { ...times, ...bent.claims } })
  return { key, token, answer: () => readAt(token, after) }
}
const readAt = (token: string, after = 0) =>
  readToken(token, { now: (iat + after) * 1_000, leeway, isAudience: (audience) => audience.toLowerCase() === relay })

/** The `did:key` of some bytes. */
function named(hex: string): string {
  let digits = ''
  for (let value = BigInt(`0x${hex}`); value > 0n; value /= 58n)
    digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.charAt(Number(value % 58n)) + digits
  return `did:key:z${digits}`
}

it('says who a token speaks for, and until when', () => {
  const { key, answer } = read()
  expect(answer()).toEqual({ clientId: key.clientId, expiresAt: times.exp * 1_000 })
})

it.each<[string, Bent, number, string]>([
  ['an end that is past', {}, 3_600 + leeway + 1, 'expired'],
  ['a beginning that is to come', {}, -leeway - 1, 'not yet valid'],
  ['a life of more than a day', { claims: { exp: iat + tokenSeconds + leeway + 1 } }, 0, 'lives too long'],
  ['no beginning', { claims: { iat: undefined } }, 0, 'malformed'],
  ['no end', { claims: { exp: undefined } }, 0, 'malformed'],
  ['an end that is a text', { claims: { exp: String(iat + 60) } }, 0, 'malformed'],
  ['the address of another relay', { claims: { aud: 'wss://other.example' } }, 0, 'another audience'],
  ['addresses of other relays', { claims: { aud: ['wss://other.example', 5] } }, 0, 'another audience'],
  ['no audience', { claims: { aud: undefined } }, 0, 'another audience'],
  ['the signature of another key', { signWith: 'another key' }, 0, 'signature is not valid'],
  ['no signature', { signWith: 'nothing' }, 0, 'signature is not valid'],
  ['the name of somebody else', { claims: { iss: createRelayKey().clientId } }, 0, 'signature is not valid'],
  ['no algorithm', { header: { alg: 'none' } }, 0, 'malformed'],
  ['another algorithm', { header: { alg: 'HS256' } }, 0, 'malformed'],
  ['a name of another kind', { claims: { iss: 'did:web:evil.example' } }, 0, 'no usable issuer'],
  ['words before the name', { claims: { iss: ` ${createRelayKey().clientId}` } }, 0, 'no usable issuer'],
  ['a name that is no text', { claims: { iss: 5 } }, 0, 'no usable issuer'],
  ['the name of a key of another kind', { claims: { iss: `did:key:z${'2'.repeat(48)}` } }, 0, 'no usable issuer'],
  ['the name of a short key', { claims: { iss: `did:key:z6Mk${'2'.repeat(36)}` } }, 0, 'no usable issuer'],
])('refuses a token with %s', (_, bent, after, reason) => {
  expect(read(bent, after).answer).toThrow(
    expect.objectContaining({ code: 'UNAUTHORIZED', message: expect.stringMatching(`JWT Token .*${reason}$`) }),
  )
})

it.each<[string, Bent, number]>([
  ['at its end, with what clocks may differ', {}, 3_600 + leeway],
  ['at its beginning, with what clocks may differ', {}, -leeway],
  ['that lives a day, with what clocks may differ', { claims: { exp: iat + tokenSeconds + leeway } }, 0],
  ['that names this relay among others', { claims: { aud: ['wss://other.example', relay] } }, 0],
])('takes a token %s', (_, bent, after) => {
  expect(read(bent, after).answer).not.toThrow()
})

it('refuses a token whose issuer is more than the name of its key', () => {
  const key = createRelayKey()
  for (const iss of [`${key.clientId}#more`, `${key.clientId}\n`])
    expect(() => readAt(key.token(relay, { claims: { ...times, iss } })), iss).toThrow('no usable issuer')
})

it('refuses a token whose issuer is the name of its key in a list', () => {
  const key = createRelayKey()
  expect(() => readAt(key.token(relay, { claims: { ...times, iss: [key.clientId] } }))).toThrow('no usable issuer')
})

it('reports by how much a token that is good otherwise begins after this time', () => {
  const key = createRelayKey()
  const reported: number[] = []
  const at = {
    now: (iat - 5) * 1_000,
    leeway,
    isAudience: () => true,
    onBegin: (ahead: number) => reported.push(ahead),
  }
  readToken(key.token(relay, { claims: times }), at)
  expect(() => readToken(key.token(relay, { claims: { ...times, iat: iat + 2 * leeway } }), at)).toThrow(
    'not yet valid',
  )
  expect(() => readToken(key.token(relay, { claims: times, signWith: 'nothing' }), at)).toThrow('signature')
  expect(reported).toEqual([5, 5 + 2 * leeway])
})

it('takes a token of 4,096 characters, and none that is longer', () => {
  const key = createRelayKey()
  const long = (length: number) => {
    for (const kid of ['', 'a', 'ab'])
      for (let more = 2_000; more < 3_200; more++) {
        const token = key.token(relay, { header: { kid }, claims: { ...times, more: 'a'.repeat(more) } })
        if (token.length === length) return token
      }
    return ''
  }
  expect(() => readAt(long(4_096))).not.toThrow()
  expect(() => readAt(long(4_097))).toThrow('JWT Token is malformed')
})

it('refuses a token of a key that is not 32 bytes of Ed25519', () => {
  for (const hex of [`ec01${'11'.repeat(32)}`, `ed01${'11'.repeat(31)}`, `ed01${'11'.repeat(33)}`])
    expect(read({ claims: { iss: named(hex) } }).answer, hex).toThrow('no usable issuer')
})

it('refuses what is no token, and one that was changed', () => {
  const { token } = read()
  const [head = '', body = '', signature = ''] = token.split('.')
  const part = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url')
  for (const none of [
    '',
    'a.b.c',
    `${token}.more`,
    `${head}.${part(null)}.${signature}`,
    `${head}.${part('text')}.${signature}`,
    `${head}.${body}${' '.repeat(4_096)}.${signature}`,
  ])
    expect(() => readAt(none), none).toThrow('JWT Token is malformed')
  const longer = part({ ...JSON.parse(String(Buffer.from(body, 'base64url'))), exp: times.exp + 1 })
  expect(() => readAt(`${head}.${longer}.${signature}`)).toThrow('signature is not valid')
})
