import { bitcoin } from '@latchkey/bitcoin'
import { cosmos } from '@latchkey/cosmos'
import { polkadot } from '@latchkey/polkadot'
import { formatSignInMessage, type SignInMessage } from '@latchkey/protocol/siwx'
import { solana } from '@latchkey/solana'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Signer, signers } from '../../test/signers.js'
import { memoryEnded } from './memoryEnded.js'
import { memoryNonces } from './memoryNonces.js'
import { signInCookie } from './signInCookie.js'
import { type SignInHandlerOptions, signInHandler } from './signInHandler.js'

const origin = 'https://app.example'
let people: Awaited<ReturnType<typeof signers>>
beforeAll(async () => {
  people = await signers()
})

type Change = {
  fields?: Partial<SignInMessage>
  text?: (text: string) => string
  signed?: (text: string) => string
  headers?: Record<string, string>
  nonce?: string
}

function backend(more: Partial<SignInHandlerOptions> = {}) {
  const { basePath = '' } = more
  const cookie = signInCookie({ secret: 'a secret of forty characters, for a test', ended: memoryEnded() })
  const handle = signInHandler({
    cookie,
    nonces: memoryNonces(),
    origin,
    families: [bitcoin(), cosmos(), polkadot(), solana()],
    ...more,
  })
  async function call(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
    const request = new Request(`${origin}${basePath}/auth/v1/${path}`, { method, headers, body: body ?? null })
    const response = await handle(request)
    if (!response) throw new Error(`${path} was not answered`)
    const text = await response.text()
    const json: Record<string, unknown> = response.ok ? JSON.parse(text) : {}
    return { status: response.status, text, json, setCookie: response.headers.get('set-cookie') }
  }
  const nonceOf = async () => String((await call('GET', 'nonce?projectId=local')).json.nonce)
  async function enter(signer: Signer, { fields, text = (same) => same, signed, headers, nonce }: Change = {}) {
    const message = text(
      formatSignInMessage({
        accountAddress: signer.accountAddress,
        chainId: signer.chainId,
        domain: 'app.example',
        uri: origin,
        version: '1',
        nonce: nonce ?? (await nonceOf()),
        issuedAt: new Date().toISOString(),
        expirationTime: new Date(Date.now() + 60_000).toISOString(),
        ...fields,
      }),
    )
    const signature = await signer.sign(signed?.(message) ?? message)
    const sent = { 'x-nonce-jwt': 'Bearer n', origin, ...headers }
    const {
      status,
      json,
      setCookie,
      text: said,
    } = await call('POST', 'authenticate?projectId=local', sent, JSON.stringify({ message, signature }))
    const value = setCookie?.slice(0, setCookie.indexOf(';')) ?? ''
    return { status, said, setCookie, headers: { authorization: `Bearer ${json.token}`, cookie: value } }
  }
  return { handle, cookie, call, enter, nonceOf }
}

describe.each(['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const)('%s', (family) => {
  it('signs in, says who it is, and out', async () => {
    const { call, enter, cookie } = backend()
    const signer = people[family]
    const { status, headers, setCookie } = await enter(signer)
    expect([status, setCookie]).toEqual([200, expect.stringContaining('; HttpOnly; Secure; SameSite=Lax')])
    const me = await call('GET', 'me?projectId=local', headers)
    expect(me.json).toMatchObject({ address: signer.accountAddress, caip2Network: signer.chainId, uri: origin })
    expect(await cookie.read({ headers: new Headers(headers) })).toMatchObject({
      account: `${signer.chainId}:${signer.accountAddress}`,
    })
    const left = await call('DELETE', 'me', headers)
    expect([left.status, left.setCookie]).toEqual([200, expect.stringContaining('; Max-Age=0;')])
    // A copy of the cookie is worth nothing.
    expect((await call('GET', 'me', headers)).status).toBe(401)
  })

  it.each<[string, (signer: Signer) => Change | Signer]>([
    ['wrong domain', () => ({ fields: { domain: 'evil.example' } })],
    ['wrong URI', () => ({ fields: { uri: 'https://evil.example' } })],
    ['expired', () => ({ fields: { expirationTime: new Date(Date.now() - 1).toISOString() } })],
    ['not yet valid', () => ({ fields: { notBefore: new Date(Date.now() + 60_000).toISOString() } })],
    ['without an end', () => ({ text: (text) => text.replace(/\nExpiration Time: .*/, '') })],
    ['trailing text', () => ({ text: (text) => `${text}\nand more` })],
    ['tampered message', () => ({ signed: (text) => text.replace(/(Nonce: )\w/, '$1Z') })],
    ['a nonce that nobody gave out', () => ({ nonce: 'a1b2c3d4e5f6a7b8' })],
    [
      'signature of another account',
      (signer) => ({ ...signer, sign: people[family === 'solana' ? 'polkadot' : 'solana'].sign }),
    ],
    ['other chain', (signer) => ({ signed: (text) => text.replace(/(Chain ID: ).*/, `$1${signer.chainId}9`) })],
    ['another site asks', () => ({ headers: { origin: 'https://evil.example' } })],
  ])('error: refuses a forgery: %s', async (_, forge) => {
    const { enter } = backend()
    const signer = people[family]
    const forged = forge(signer)
    const { status, setCookie } = await ('sign' in forged ? enter(forged) : enter(signer, forged))
    expect([status, setCookie]).toEqual([401, null])
    expect((await enter(signer)).status).toBe(200)
  })
})

it('error: refuses a nonce that is replayed, and of many at once lets one in', async () => {
  const { enter, nonceOf } = backend()
  const nonce = await nonceOf()
  const fields = { issuedAt: new Date().toISOString(), expirationTime: new Date(Date.now() + 60_000).toISOString() }
  const entered = await Promise.all(Array.from({ length: 10 }, () => enter(people.eip155, { nonce, fields })))
  expect(entered.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await enter(people.eip155, { nonce, fields })).status).toBe(401)
})

it('behavior: signing out on a page ends the sign-in that the page means, and no later one', async () => {
  const { call, enter } = backend()
  const [first, second] = [await enter(people.eip155), await enter(people.solana)]
  const mixed = { ...first.headers, cookie: second.headers.cookie }
  expect((await call('GET', 'me', mixed)).status).toBe(401)
  expect((await call('DELETE', 'me', mixed)).setCookie).toBeNull()
  expect((await call('GET', 'me', second.headers)).status).toBe(200)
  // What the page keeps signs nobody in without the cookie.
  const { authorization } = second.headers
  expect((await call('GET', 'me', { authorization })).status).toBe(401)
})

it('error: refuses what a form of another site could send, and what is no signed message', async () => {
  const { call } = backend()
  const sent = { 'x-nonce-jwt': 'Bearer n', origin }
  expect((await call('POST', 'authenticate', {}, '{"message":"a","signature":"b"}')).status).toBe(401)
  for (const body of ['', 'null', '[]', '{"message":1}', '{"message":"a","signature":"b"}', 'x'.repeat(70_000)])
    expect([body.slice(0, 9), (await call('POST', 'authenticate', sent, body)).status]).toEqual([body.slice(0, 9), 401])
  expect((await call('POST', 'me')).status).toBe(404)
})

it('behavior: answers below its own path alone', async () => {
  const { handle, nonceOf } = backend({ basePath: '/api' })
  expect(await nonceOf()).toMatch(/^[0-9a-f]{32}$/)
  expect(await handle(new Request(`${origin}/auth/v1/nonce`))).toBeUndefined()
  expect(await handle(new Request(origin))).toBeUndefined()
})

it('error: says that a family was not given, and that a contract cannot be asked', async () => {
  const { enter } = backend({ families: [], rpcUrls: () => ['http://127.0.0.1:9'] })
  expect((await enter(people.cosmos)).status).toBe(400)
  expect((await enter({ ...people.eip155, sign: async () => `0x${'ab'.repeat(64)}1b` })).status).toBe(503)
})
