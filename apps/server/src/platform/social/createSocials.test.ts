import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  base64url,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSocials, type Socials } from './createSocials.js'

const clientId = 'our-client'
const clientSecret = 'a-secret-of-32-characters-or-more'
const checks = { state: 'state-of-this-sign-in', verifier: 'v'.repeat(64), nonce: 'nonce-of-this-sign-in' }
const keys = { own: await generateKeyPair('RS256'), other: await generateKeyPair('RS256') }
const publicJwk = { ...(await exportJWK(keys.own.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }
const publicPem = await exportSPKI(keys.own.publicKey)

// A provider that says whatever a case wants.
type Fault = 'hangs' | 'never ends' | 'answers 500' | 'is not there'
let fault: Fault | undefined
/** Where it has its fault. */
let faultAt: 'jwks' | 'token' | 'discovery' = 'token'
let publicKeys: object = { keys: [publicJwk] }
let url: string
let idToken: string | undefined
let issuer: string | undefined
const server = createServer((request, response) => {
  const place = request.url === '/jwks' ? 'jwks' : request.url?.startsWith('/.well-known') ? 'discovery' : 'token'
  if (fault !== undefined && faultAt === place) return fail(fault, response)
  const answer = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  if (request.url?.startsWith('/.well-known'))
    return answer({
      issuer: issuer ?? url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['RS256'],
      subject_types_supported: ['public'],
      response_types_supported: ['code'],
    })
  if (request.url === '/jwks') return answer(publicKeys)
  answer({ access_token: 'access', token_type: 'bearer', ...(idToken === undefined ? {} : { id_token: idToken }) })
})
function fail(how: Fault, response: ServerResponse): void {
  if (how === 'hangs') return
  if (how === 'is not there') return void response.destroy()
  if (how === 'answers 500') return void response.writeHead(500).end('<html>Oops</html>')
  response.writeHead(200, { 'content-type': 'application/json' })
  const go = () => {
    while (!response.destroyed && response.write(' '.repeat(16_384)));
    if (!response.destroyed) response.once('drain', go)
  }
  go()
}
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

const healthy = createServer((request, response) =>
  response
    .setHeader('content-type', 'application/json')
    .end(
      JSON.stringify(
        request.url === '/user' ? { id: '7', username: 'ada' } : { access_token: 'a', token_type: 'bearer' },
      ),
    ),
)
let other: string
beforeAll(async () => {
  await new Promise<void>((resolve) => healthy.listen(0, '127.0.0.1', resolve))
  other = `http://127.0.0.1:${(healthy.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => healthy.close(resolve)))

let socials: Socials
beforeEach(() => {
  idToken = undefined
  issuer = undefined
  fault = undefined
  publicKeys = { keys: [publicJwk] }
  socials = createSocials({ google: { clientId, clientSecret, at: url } }, { origin: 'https://wallet.example' })
})

const second = () => Math.floor(Date.now() / 1_000)
const claims = (): JWTPayload => ({
  iss: url,
  aud: clientId,
  sub: '1001',
  nonce: checks.nonce,
  iat: second(),
  exp: second() + 300,
  email: 'ada@social.example',
  email_verified: true,
})
/** A token by the provider's key, but for what is changed. */
function token(
  change: Readonly<Record<string, unknown>> = {},
  { header = {}, key = keys.own.privateKey as CryptoKey | Uint8Array } = {} as {
    header?: Partial<JWTHeaderParameters>
    key?: CryptoKey | Uint8Array
  },
): Promise<string> {
  const payload = Object.fromEntries(
    Object.entries({ ...claims(), ...change }).filter(([, value]) => value !== undefined),
  )
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key)
}

const callback = (more: Record<string, string> = {}) =>
  new URLSearchParams({ code: 'code', state: checks.state, iss: url, ...more })

/** The whole way: the code is exchanged, then what came is read. */
async function signIn(given: string | undefined) {
  idToken = given
  return socials.profile('google', await socials.exchange('google', callback(), checks), checks)
}

const forgeries: { readonly [name: string]: () => Promise<string> | string } = {
  'that is not signed (alg none)': () => new UnsecuredJWT(claims()).encode(),
  'whose header says none, with a signature': async () => {
    const [, payload, signature] = (await token()).split('.')
    return `${base64url.encode('{"alg":"none"}')}.${payload}.${signature}`
  },
  'by our own secret (HS256)': () =>
    token({}, { header: { alg: 'HS256' }, key: new TextEncoder().encode(clientSecret) }),
  'by the public key for a secret (HS256)': () =>
    token({}, { header: { alg: 'HS256' }, key: new TextEncoder().encode(publicPem) }),
  'by a key that is not the provider’s': () => token({}, { key: keys.other.privateKey }),
  'by a key that the provider does not name': () => token({}, { header: { kid: 'two' }, key: keys.other.privateKey }),
  'that carries its own key': async () =>
    token({}, { header: { kid: 'two', jwk: await exportJWK(keys.other.publicKey) }, key: keys.other.privateKey }),
  'whose claims were changed': async () => {
    const [header, , signature] = (await token()).split('.')
    return `${header}.${base64url.encode(JSON.stringify({ ...claims(), sub: '1002' }))}.${signature}`
  },
  'for another app': () => token({ aud: 'other-client' }),
  'made for another app, and for ours too': () => token({ aud: [clientId, 'other-client'], azp: 'other-client' }),
  'without an audience': () => token({ aud: undefined }),
  'of another issuer': () => token({ iss: 'https://accounts.example' }),
  'without an issuer': () => token({ iss: undefined }),
  'that has expired': () => token({ iat: second() - 7_200, exp: second() - 3_600 }),
  'without an end': () => token({ exp: undefined }),
  'that is not yet valid': () => token({ nbf: second() + 3_600 }),
  'of another sign-in': () => token({ nonce: 'nonce-of-another' }),
  'without a nonce': () => token({ nonce: undefined }),
  'of nobody': () => token({ sub: undefined }),
  'that is no token': () => 'not.a.token',
}

describe('the word of an OpenID provider', () => {
  it('counts where it is signed by the provider, for us, now and for this sign-in', async () => {
    const person = { subject: '1001', email: 'ada@social.example', isVerified: true, userName: null }
    expect(await signIn(await token())).toEqual(person)
    expect(await signIn(await token({ aud: [clientId], azp: clientId }))).toEqual(person)
    expect(await signIn(await token({ email: undefined, email_verified: undefined }))).toMatchObject({ email: null })
  })

  it.each(Object.keys(forgeries))('SEC-O-10: counts nothing in a token %s', async (name) => {
    const forged = (await forgeries[name]?.()) ?? ''
    await expect(signIn(forged)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    // Recovery reads a token that another process handed it.
    await expect(socials.profile('google', forged, checks)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('SEC-O-10: counts nothing without a token', async () => {
    await expect(signIn(undefined)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it.each([
    ['another state', { state: 'state-of-another' }],
    ['another issuer (RFC 9207)', { iss: 'https://accounts.example' }],
    ['an error of the provider', { error: 'server_error' }],
  ])('counts nothing in a callback with %s', async (_, more) => {
    idToken = await token()
    await expect(socials.exchange('google', callback(more), checks)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('counts nothing in a callback without the issuer that the provider promised (RFC 9207)', async () => {
    idToken = await token()
    const answer = callback()
    answer.delete('iss')
    await expect(socials.exchange('google', answer, checks)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('counts nothing where the provider calls itself by another name', async () => {
    issuer = 'https://accounts.example'
    await expect(signIn(await token())).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('an OpenID provider that fails', () => {
  const faults: readonly Fault[] = ['hangs', 'never ends', 'answers 500', 'is not there']
  const places = ['discovery', 'token', 'jwks'] as const
  const cases = faults.flatMap((how) => places.map((where) => [how, where] as const))

  it.each(cases)(
    '[REL-38] that %s (at %s) is told of soon, in words, and holds up no other; once it is back, it signs in',
    async (how, where) => {
      const options = { origin: 'https://wallet.example', timeout: 500 }
      const file = { google: { clientId, clientSecret, at: url }, discord: { clientId, clientSecret, at: other } }
      socials = createSocials(file, options)
      const given = await token()
      ;[fault, faultAt] = [how, where]
      const began = performance.now()
      const failing = expect(signIn(given)).rejects.toMatchObject(
        // An answer without an end is one, and not to be believed.
        how === 'never ends'
          ? { code: expect.stringMatching(/^(UNAUTHORIZED|API_UNREACHABLE)$/) }
          : { code: 'API_UNREACHABLE', message: 'Google does not answer. Try again, or sign in another way.' },
      )
      const answer = new URLSearchParams({ code: 'code', state: checks.state })
      const evidence = await socials.exchange('discord', answer, checks)
      expect(await socials.profile('discord', evidence, checks)).toMatchObject({ subject: '7', userName: 'ada' })
      await failing
      expect(performance.now() - began).toBeLessThan(5_000)
      fault = undefined
      expect(await signIn(given)).toMatchObject({ subject: '1001' })
    },
    20_000,
  )

  it('[REL-38] that changes its keys is believed by the new ones, and no more by the old one', async () => {
    const old = await token()
    expect(await signIn(old)).toMatchObject({ subject: '1001' })
    publicKeys = { keys: [{ ...(await exportJWK(keys.other.publicKey)), kid: 'two', use: 'sig', alg: 'RS256' }] }
    const young = await token({}, { header: { kid: 'two' }, key: keys.other.privateKey })
    // Who is asked for unknown keys is not asked again for five seconds.
    await expect
      .poll(() => signIn(young).catch(() => undefined), { timeout: 15_000 })
      .toMatchObject({ subject: '1001' })
    await expect(signIn(old)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  }, 20_000)

  it('[REL-38] whose keys are none is not believed, and is again once they are', async () => {
    for (const wrong of [{}, { keys: 'none' }, { keys: [] }]) {
      publicKeys = wrong
      socials = createSocials({ google: { clientId, clientSecret, at: url } }, { origin: 'https://wallet.example' })
      await expect(signIn(await token())).rejects.toMatchObject({
        code: expect.stringMatching(/^(UNAUTHORIZED|API_UNREACHABLE)$/),
      })
    }
    publicKeys = { keys: [publicJwk] }
    await expect
      .poll(async () => signIn(await token()).catch(() => undefined), { timeout: 15_000 })
      .toMatchObject({ subject: '1001' })
  }, 20_000)
})

describe('a process whose clock is an hour off', () => {
  it.each([3_600_000, -3_600_000])('judges by the time it is given: %i milliseconds from its own', async (by) => {
    const time = async () => new Date(Date.now() + by)
    socials = createSocials({ google: { clientId, clientSecret, at: url } }, { origin: 'https://wallet.example', time })
    const at = second() + by / 1_000
    const person = await signIn(await token({ iat: at, exp: at + 300 }))
    expect(person).toMatchObject({ subject: '1001' })
    await expect(signIn(await token({ iat: at - 600, exp: at - 300 }))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(signIn(await token({ nbf: at + 300, iat: at, exp: at + 600 }))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })
})
