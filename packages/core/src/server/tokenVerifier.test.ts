import { base64urlnopad } from '@scure/base'
import { exportJWK, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestServer } from '../../../../apps/server/test/startTestServer.js'
import { memoryStore } from '../../test/memoryStore.js'
import { signers } from '../../test/signers.js'
import { type TokenKey, tokenKey, tokenServer } from '../../test/tokenServer.js'
import { cloudSignIn } from '../signIn/cloudSignIn.js'
import { createStorage } from '../storage/storage.js'
import { type TokenVerifierOptions, tokenVerifier } from './tokenVerifier.js'

const origin = 'https://app.example'
const encode = (value: object) => base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(value)))
let key: TokenKey
let server: Awaited<ReturnType<typeof tokenServer>>
beforeEach(async () => {
  key = await tokenKey()
  server = await tokenServer(key)
})
afterEach(() => server.close())

const make = (more: Partial<TokenVerifierOptions> = {}) =>
  tokenVerifier({ url: server.url, projectId: 'p-1', origin, ...more })
const refused = (asked: Promise<unknown>) => expect(asked).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
/** Only what says the time is changed; answers still come when they come. */
const passTime = (ms: number) => {
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
  }
  vi.setSystemTime(Date.now() + ms)
}

it('says whom a token was given to, alone or as a header has it', async () => {
  const tokens = make({ origin: ['https://other.example', origin] })
  const token = await server.sign({ jti: 'one', exp: 4_000_000_000, email: 'ann@example.com' })
  const verified = {
    account: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    chainId: 'eip155:1',
    origin,
    id: 'one',
    email: 'ann@example.com',
    expiresAt: new Date(4_000_000_000_000),
  }
  expect(await tokens.verify(token)).toEqual(verified)
  expect(await tokens.verify(`Bearer ${token}`)).toEqual(verified)
  expect(server.asked).toEqual(['/.well-known/jwks.json', '/auth/v1/me?projectId=p-1'])
})

describe('error: refuses', () => {
  const now = () => Math.floor(Date.now() / 1_000)
  const forgeries: Record<string, () => Promise<string | null>> = {
    'no token': async () => null,
    'what is no token': async () => 'null',
    'alg none': async () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(server.claims())}.`,
    'alg none over a real signature': async () => {
      const [, body, signature] = (await server.sign()).split('.')
      return `${encode({ alg: 'none', typ: 'JWT', kid: key.kid })}.${body}.${signature}`
    },
    'HS256 with the published key as its secret': async () =>
      new SignJWT(server.claims())
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: key.kid })
        .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(key.publicKey)))),
    'another key under the name of ours': async () => server.sign({}, { kid: key.kid }, await tokenKey()),
    'a key that it brings along': async () => {
      const own = await tokenKey()
      return server.sign({}, { kid: own.kid, jwk: await exportJWK(own.publicKey) }, own)
    },
    'a key from where it says': async () => {
      const own = await tokenKey()
      const evil = await tokenServer(own)
      onTestFinished(evil.close)
      return server.sign({}, { kid: own.kid, jku: `${evil.url}/.well-known/jwks.json` }, own)
    },
    'a tampered payload': async () => {
      const [head, , signature] = (await server.sign()).split('.')
      return `${head}.${encode({ ...server.claims(), sub: `eip155:1:0x${'1'.repeat(40)}` })}.${signature}`
    },
    'a tampered signature': async () => (await server.sign()).replace(/.{4}$/, 'AAAA'),
    'text behind it': async () => `${await server.sign()}.e30`,
    'one that is over': () => server.sign({ exp: now() - 60 }),
    'one without an end': () => server.sign({ exp: undefined }),
    'one that is not yet valid': () => server.sign({ nbf: now() + 60 }),
    'one from the future': () => server.sign({ iat: now() + 60 }),
    'one of another site': () => server.sign({ aud: 'https://evil.example' }),
    'one for two sites': () => server.sign({ aud: [origin, 'https://evil.example'] }),
    'one of another server': () => server.sign({ iss: 'https://evil.example' }),
    'one of another project': () => server.sign({ projectIdKey: 'p-2' }),
    'one of no project': () => server.sign({ projectIdKey: undefined }),
    'one of another kind': () => server.sign({}, { typ: 'nonce+jwt' }),
    'one without an account': () => server.sign({ sub: 'ann' }),
    'one that nobody can end': () => server.sign({ jti: undefined }),
  }
  it.each(Object.entries(forgeries))('%s', async (_, forge) => {
    const tokens = make()
    await refused(tokens.verify(await forge()))
    expect(server.countOf('/auth/v1/me')).toBe(0)
    // What it refused was no reason to refuse the real one.
    await expect(tokens.verify(await server.sign())).resolves.toMatchObject({ origin })
  })
})

describe('keys', () => {
  it('behavior: are asked for once, also by many at once', async () => {
    const tokens = make({ checksRevocation: false })
    const token = await server.sign()
    await Promise.all(Array.from({ length: 20 }, () => tokens.verify(token)))
    await tokens.verify(await server.sign())
    expect(server.asked).toEqual(['/.well-known/jwks.json'])
  })

  it('behavior: rotate: one that is new is asked for, and the one before still counts', async () => {
    const tokens = make()
    const before = await server.sign()
    await tokens.verify(before)
    server.state.keys = [await tokenKey(), key]
    passTime(30_000)
    await tokens.verify(await server.sign())
    await tokens.verify(before)
    expect(server.countOf('/.well-known')).toBe(2)
    // Once it is taken away, what it signed is over within ten minutes.
    server.state.keys = server.state.keys.slice(0, 1)
    passTime(600_000)
    await refused(tokens.verify(before))
  })

  it('error: names of keys that nobody has do not make it ask without end', async () => {
    const tokens = make()
    await tokens.verify(await server.sign())
    const forge = async (_: unknown, index: number) => server.sign({}, { kid: `k-${index}` })
    const forged = await Promise.all(Array.from({ length: 30 }, forge))
    for (const token of forged) await refused(tokens.verify(token))
    expect(server.countOf('/.well-known')).toBe(1)
    passTime(30_000)
    for (const token of forged) await refused(tokens.verify(token))
    expect(server.countOf('/.well-known')).toBe(2)
  })

  it('error: says that the server cannot be asked, and asks again', async () => {
    const tokens = make()
    for (const fault of [{ status: 500 }, { status: 200, body: 'no' }, { status: 200, body: '{"keys":7}' }]) {
      server.faults.set('/.well-known/jwks.json', fault)
      await expect(tokens.verify(await server.sign())).rejects.toMatchObject({ code: 'API_BAD_ANSWER' })
    }
    server.faults.clear()
    await tokens.verify(await server.sign())
    const nobody = make({ url: 'http://127.0.0.1:9', issuer: server.url })
    await expect(nobody.verify(await server.sign())).rejects.toMatchObject({ code: 'API_UNREACHABLE' })
    expect(() => make({ url: '/auth' })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
  })
})

describe('a sign-in that was ended', () => {
  it('behavior: is refused within a minute, and no other of the account', async () => {
    const tokens = make()
    const [token, other] = [await server.sign({ jti: 'one' }), await server.sign({ jti: 'two' })]
    await Promise.all([tokens.verify(token), tokens.verify(token), tokens.verify(other)])
    server.revoked.add('one')
    passTime(59_000)
    await tokens.verify(token)
    expect(server.countOf('/auth/v1/me')).toBe(2)
    passTime(1_000)
    await refused(tokens.verify(token))
    await refused(tokens.verify(token))
    await tokens.verify(other)
    expect(server.countOf('/auth/v1/me')).toBe(4)
  })

  it('behavior: is not asked for where the app wants signatures alone', async () => {
    const tokens = make({ checksRevocation: false })
    server.revoked.add('one')
    await tokens.verify(await server.sign({ jti: 'one' }))
    expect(server.countOf('/auth/v1/me')).toBe(0)
  })

  it.each([
    [429, 'RATE_LIMITED'],
    [500, 'API_BAD_ANSWER'],
  ])('error: nobody is let in on an answer of %d, and the next call asks again', async (status, code) => {
    const tokens = make()
    const token = await server.sign()
    server.faults.set('/auth/v1/me', { status })
    await expect(tokens.verify(token)).rejects.toMatchObject({ code })
    server.faults.clear()
    await tokens.verify(token)
  })
})

describe('over a real server', () => {
  it('behavior: takes the tokens of cloudSignIn for each family, until the person signs out', async () => {
    const real = await startTestServer()
    onTestFinished(() => real.close())
    const page = { domain: 'app.example', uri: origin }
    const storage = createStorage({ store: memoryStore() })
    const adapter = cloudSignIn({ ...page, url: real.url })({ storage, chains: () => [], rpcUrls: () => [] })
    const tokens = tokenVerifier({ url: real.url, origin })
    const elsewhere = tokenVerifier({ url: real.url, origin, projectId: 'another' })
    for (const signer of Object.values(await signers())) {
      const { chainId, accountAddress, sign } = signer
      const { toString: _, ...data } = await adapter.createMessage(signer)
      const message = data.serializedMessage
      await adapter.addSession({ data, message, signature: await sign(message) })
      const token = adapter.getToken?.(chainId, accountAddress)
      expect(await tokens.verify(token)).toMatchObject({ account: `${chainId}:${accountAddress}`, origin })
      await refused(elsewhere.verify(token))
      await adapter.revokeSession(chainId, accountAddress)
      await refused(tokenVerifier({ url: real.url, origin }).verify(token))
      // The one that has asked before knows within a minute.
      passTime(60_000)
      await refused(tokens.verify(token))
    }
  }, 120_000)
})
