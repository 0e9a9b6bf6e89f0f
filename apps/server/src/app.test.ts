import { request as rawRequest } from 'node:http'
import { bitcoinChainId, cosmosChainId, polkadotChainId, solanaChainId } from '@latchkey/devnet'
import { refusal, supportedChains } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestServer } from '../test/startTestServer.js'
import type { RunningServer } from './startServer.js'

const chain = (caip2: `eip155:${number}`, more = {}) => ({
  caip2,
  name: 'Local',
  rpc: ['http://127.0.0.1:9'],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...more,
})
const chains = [chain('eip155:31337', { ws: ['ws://127.0.0.1:9'] }), chain('eip155:31338')]
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
let server: RunningServer

beforeAll(async () => {
  server = await startTestServer({ chains })
}, 180_000)
afterAll(() => server?.close())

const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init)

describe('every answer', () => {
  const paths = [
    '/v1/supported-chains',
    '/v1?chainId=eip155:31337',
    '/v1/?chainId=x',
    '/health',
    '/ready',
    '/nope',
    '/v1/fungible/price',
    '/public/getTokenImage/ETH',
    `/v1/account/0x${'0'.repeat(40)}/balance`,
  ]

  it.each(
    paths.flatMap((path) => [
      ['GET', path],
      ['POST', path],
    ]),
  )('%s %s may be read by any page and has an id', async (method, path) => {
    const response = await get(path, {
      method,
      ...(method === 'POST' ? { body: '{' } : {}),
      headers: { origin: 'https://app.example' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('x-request-id')).toMatch(uuid)
  })

  it('has an id that its caller did not choose', async () => {
    const chosen = { 'x-request-id': 'chosen' }
    for (const path of ['/v1/supported-chains', '/v1?chainId=x', '/nope', '/v3/attestation'])
      for (const method of ['GET', 'POST'])
        expect((await get(path, { method, headers: chosen })).headers.get('x-request-id')).toMatch(uuid)
  })

  it.each(paths)('[S7-04][S7-19][S7-39] lets a page ask beforehand for %s', async (path) => {
    const headers = {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-sdk-version',
    }
    const response = await get(path, { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')?.split(/, */)).toEqual([
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'OPTIONS',
    ])
    for (const name of [
      'content-type',
      'authorization',
      'x-nonce-jwt',
      'x-otp',
      'solana-client',
      'x-sdk-type',
      'x-sdk-version',
    ]) {
      expect(response.headers.get('access-control-allow-headers')).toContain(name)
    }
  })

  it.each([
    ['GET', '/nope', 404],
    ['GET', '/v1/nope', 404],
    ['GET', '/../../etc/passwd', 404],
    ['PUT', '/v1/supported-chains', 405],
    ['GET', '/v1/fungible/price', 405],
    ['POST', `/v1/account/0x${'0'.repeat(40)}/balance`, 405],
    ['DELETE', '/v1', 405],
    ['GET', '/v1?chainId=eip155:31337', 426],
    ['GET', '/ws', 426],
    ['POST', '/v1', 400],
    ['POST', '/v1?chainId=eip155:5', 400],
    ['POST', '/v1?chainId=eip155:31338', 503],
  ])('%s %s ends with %i and reasons', async (method, path, status) => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice"}'
    const response = await get(path, { method, ...(method === 'POST' || method === 'PUT' ? { body } : {}) })
    expect(response.status).toBe(status)
    refusal.parse(await response.json())
  })
})

describe('methods', () => {
  it.each([
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
    ['PUT', '/v1/supported-chains', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/fungible/price', 'POST, OPTIONS'],
    ['DELETE', '/v1', 'POST, GET, HEAD, OPTIONS'],
    ['DELETE', '/v1/rest/x/y', 'GET, POST, HEAD, OPTIONS'],
    ['POST', '/public/getTokenImage/ETH', 'GET, HEAD, OPTIONS'],
    ['PUT', '/getWalletImage/x', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/sessions/x/revoke', 'POST, OPTIONS'],
  ])('%s %s is told which ones there are', async (method, path, allow) => {
    const response = await get(path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    expect(refusal.parse(await response.json()).reasons[0]?.description).toBe('Method not allowed')
  })

  it('are counted by the path that is declared, whatever is asked', async () => {
    const figures = async () => {
      const text = await (await get('/metrics')).text()
      return new Map(
        [...text.matchAll(/^latchkey_http_requests_total\{route="(.*)",status="(\d+)"\} (\d+)$/gm)].map(
          ([, route, status, count]) => [`${route} ${status}`, Number(count)],
        ),
      )
    }
    const before = await figures()
    const added = async (name: string) => ((await figures()).get(name) ?? 0) - (before.get(name) ?? 0)
    await get('/v1/account/x/balance', { method: 'DELETE' })
    await get('/public/getTokenImage/ETH', { method: 'HEAD' })
    await get('/no/such/path')
    await get('/v1/rest/eip155:1/any/thing', { method: 'PATCH' })
    expect(await added('/v1/account/:address/balance 405')).toBe(1)
    expect(await added('/public/getTokenImage/:symbol 200')).toBe(1)
    expect(await added('other 404')).toBe(1)
    expect(await added('/v1/rest/* 405')).toBe(1)
  })
})

describe('bodies', () => {
  it.each(['/v1?chainId=eip155:31337', '/v1/fungible/price'])(
    'refuses more than 1 MiB on %s, announced or not',
    async (path) => {
      const announced = await get(path, { method: 'POST', body: ' '.repeat(1024 * 1024 + 1) })
      expect(announced.status).toBe(413)
      refusal.parse(await announced.json())
      const status = await new Promise((resolve, reject) => {
        const request = rawRequest(
          `${server.url}${path}`,
          { method: 'POST', headers: { 'transfer-encoding': 'chunked' } },
          (response) => {
            response.resume()
            resolve(response.statusCode)
          },
        )
        request.on('error', reject)
        for (let at = 0; at < 20; at++) request.write(' '.repeat(64 * 1024))
        request.on('error', () => undefined)
      })
      expect(status).toBe(413)
    },
  )

  it('answers whatever is posted to /v1 within its documents', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.oneof(fc.constant('eip155:31337'), fc.string({ unit: 'binary' })),
        async (body, chainId) => {
          const response = await get(`/v1?chainId=${encodeURIComponent(chainId)}`, {
            method: 'POST',
            body,
          })
          expect([200, 400, 503]).toContain(response.status)
          await response.json()
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('chains', () => {
  it('[S7-04] lists all chains, and those with sockets, without a project', async () => {
    const response = await get('/v1/supported-chains')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400, s-maxage=86400')
    expect(supportedChains.parse(await response.json())).toEqual({
      http: ['eip155:31337', 'eip155:31338'],
      ws: ['eip155:31337'],
      history: [],
      swaps: [],
    })
  })
})

describe('pictures', () => {
  it.each([
    '/public/getTokenImage/ETH',
    '/public/getTokenImage/usdc',
    '/public/getTokenImage/SOL',
    '/public/getTokenImage/btc',
    '/public/getTokenImage/DOT',
    '/public/getTokenImage/ATOM',
    '/public/getAssetImage/solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    '/public/getAssetImage/000000000019d6689c085ae165831e93',
    '/public/getAssetImage/polkadot:91b171bb158e2d3848fa23a9f1c25182',
    '/public/getAssetImage/cosmoshub-4',
    '/public/getAssetImage/1',
    '/public/getAssetImage/eip155:8453',
    '/public/getAssetImage/ba0ba0cd-17c6-4806-ad93-f9d174f17900',
    '/public/getAssetImage/31337',
    ...[solanaChainId, bitcoinChainId, polkadotChainId, cosmosChainId].map((id) => `/public/getAssetImage/${id}`),
  ])('gives %s as a picture that can do nothing', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const svg = await response.text()
    expect(svg).toMatch(/^<svg.*<\/svg>$/s)
    expect(svg).not.toMatch(/<script|on\w+=|javascript:|https?:\/\/(?!www\.w3\.org)/i)
  })

  it.each([
    'NOPE',
    '..%2f..%2fLICENSE',
    '%2e%2e',
    '__proto__',
    'constructor',
    'ETH.svg',
    '%00',
    '💥',
    'a'.repeat(5000),
  ])('answers 404 with reasons for %s', async (name) => {
    for (const kind of ['Token', 'Asset']) {
      const response = await get(`/public/get${kind}Image/${name}`)
      expect(response.status).toBe(404)
      refusal.parse(await response.json())
    }
  })
})

describe('health', () => {
  it('says that it lives', async () => {
    expect(await (await get('/health')).text()).toMatch(/^OK v\d+\.\d+\.\d+, hash: \S+, features: \S+, uptime: \d+ s$/)
  })

  it('tells the state of its database and of the chains', async () => {
    const response = await get('/ready')
    const body = await response.json()
    expect(body).toMatchObject({ database: true, kind: 'pglite' })
    expect(body.chains.map(({ chainId }: { chainId: string }) => chainId)).toEqual(['eip155:31337', 'eip155:31338'])
  })

  it('gives figures to this machine, or on a port of their own', async () => {
    expect(await (await get('/metrics')).text()).toContain('latchkey_http_requests_total')
    const passedOn = await get('/metrics', { headers: { 'x-forwarded-for': '203.0.113.1' } })
    expect(passedOn.status, 'asked through a proxy of this machine').toBe(404)
    const apart = await startTestServer({ chains, env: { METRICS_PORT: '0' } })
    expect((await fetch(`${apart.url}/metrics`)).status).toBe(404)
    expect(await (await fetch(`http://127.0.0.1:${apart.metricsPort}/`)).text()).toContain(
      'latchkey_http_requests_total',
    )
    await apart.close()
  })
})

describe('who may call', () => {
  it('refuses unknown projects on every call but the public ones', async () => {
    const closed = await startTestServer({ chains, env: { LATCHKEY_PROJECTS: 'one,two' } })
    const status = async (path: string, body?: unknown) =>
      (await fetch(`${closed.url}${path}`, body ? { method: 'POST', body: JSON.stringify(body) } : {})).status
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
    const price = { currency: 'usd', addresses: [`eip155:1:0x${'0'.repeat(40)}`] }
    expect(await status('/v1?chainId=eip155:31337', call)).toBe(401)
    expect(await status('/v1?chainId=eip155:31337&projectId=three', call)).toBe(401)
    expect(await status('/v1?chainId=eip155:31337&projectId=two', call)).toBe(200)
    expect(await status(`/v1/account/0x${'0'.repeat(40)}/balance`)).toBe(401)
    expect(await status('/v1/fungible/price', { ...price, projectId: 'three' })).toBe(401)
    expect(await status('/v1/fungible/price', { ...price, projectId: 'one' })).toBe(200)
    expect(await status('/v1/supported-chains')).toBe(200)
    await closed.close()
  })

  it('asks a client that asks too much to wait, and only that client', async () => {
    const limited = await startTestServer({
      chains,
      env: {
        LATCHKEY_MODE: 'production',
        LATCHKEY_RATE_LIMIT: '1',
        LATCHKEY_RATE_BURST: '3',
        LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
      },
    })
    // A second would give back what the next call costs.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const ask = (ip: string) =>
      fetch(`${limited.url}/v1?chainId=eip155:31337`, {
        method: 'POST',
        body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
        headers: { 'x-forwarded-for': ip },
      })
    for (let at = 0; at < 3; at++) expect((await ask('203.0.113.7')).status).toBe(200)
    const refused = await ask('203.0.113.7')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refusal.parse(await refused.json()).reasons[0]?.field).toBe('rate_limited')
    expect((await ask('203.0.113.8')).status).toBe(200)
    await limited.close()
  })

  it('counts each call of a batch, and takes one that is larger than the limit from who owes nothing', async () => {
    // None comes back while this runs.
    const env = { LATCHKEY_MODE: 'production', LATCHKEY_RATE_LIMIT: '1', LATCHKEY_RATE_BURST: '1000' }
    const limited = await startTestServer({ chains, env })
    const batch = (size: number) =>
      Array.from({ length: size }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }))
    const ask = async (body: unknown) => {
      const init = { method: 'POST', body: JSON.stringify(body) }
      return fetch(`${limited.url}/v1?chainId=eip155:31337`, init)
    }
    expect((await ask(batch(600))).status).toBe(200)
    const large = await ask(batch(1_000))
    expect(large.status).toBe(200)
    expect(await large.json()).toHaveLength(1_000)
    const refused = await ask(batch(1)[0])
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(300)
    await limited.close()
  })
})
