import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeKeyRing } from '../custody/keys/writeKeyRing.js'
import { type RunningServer, startServer } from '../startServer.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-verify-'))
const servers: RunningServer[] = []
let local: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  local = await start({})
})
afterAll(async () => {
  for (const server of servers) await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const id = 'ab'.repeat(32)
const site = 'https://app.example.com'
const inProduction = { LATCHKEY_MODE: 'production', LATCHKEY_PUBLIC_URL: 'https://api.example.com' }

function ringFile(name: string): string {
  const path = join(folder, `${name}.json`)
  writeKeyRing(path)
  return path
}

async function start(env: { [name: string]: string }) {
  const quiet = { LATCHKEY_LOG_LEVEL: 'silent', ...env }
  const server = await startServer({ port: 0, dataDir: false, roles: ['data'], env: quiet })
  servers.push(server)
  const key = async () => (await fetch(`${server.url}/v3/public-key`)).json()
  const ask = (query: { [name: string]: string }, headers = {}) =>
    fetch(`${server.url}/v3/attestation?${new URLSearchParams(query)}`, { headers })
  return {
    key,
    ask,
    /** Returns what an attestation says, if it is signed by the published key. */
    async claims(origin: string, projectId = 'local') {
      const page = await (await ask({ origin, id, projectId, decryptedId: id })).text()
      const [header = '', payload = '', signature = ''] = /data-attestation="([^"]+)"/.exec(page)?.[1]?.split('.') ?? []
      const { publicKey } = await key()
      const isSigned = verify(
        'sha256',
        Buffer.from(`${header}.${payload}`),
        { key: createPublicKey({ key: publicKey, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
      expect(isSigned).toBe(true)
      return JSON.parse(Buffer.from(payload, 'base64url').toString())
    },
  }
}

const inAnHour = () => Date.now() / 1_000 + 3_600

describe('the page that attests an origin', () => {
  it('says what was asked, signed, and whether the origin is on the list of the operator', async () => {
    const { claims } = await start({
      ...inProduction,
      LATCHKEY_VERIFY_KEYS: ringFile('listed'),
      LATCHKEY_RELAY_SITES: `${site},https://*.example.org`,
      LATCHKEY_PROJECTS: 'local',
    })
    const claimed = await claims(site)
    expect(claimed).toEqual({ id, origin: site, isScam: false, isVerified: true, exp: expect.any(Number) })
    expect(claimed.exp).toBeGreaterThan(inAnHour())
    expect(await claims('https://shop.example.org')).toMatchObject({ isVerified: true })
    expect(await claims('https://app.example.com.evil.example')).toMatchObject({ isVerified: false })
    expect(await claims('http://app.example.com')).toMatchObject({ isVerified: false })
    expect(await claims(site, 'unknown')).toMatchObject({ isVerified: false })
  })

  it('takes this machine for known in a local world without a list, and nobody elsewhere', async () => {
    expect(await local.claims('http://localhost:3000')).toMatchObject({ isVerified: true })
    expect(await local.claims(site)).toMatchObject({ isVerified: false })
    const production = await start({ ...inProduction, LATCHKEY_VERIFY_KEYS: ringFile('production') })
    expect(await production.claims('http://localhost:3000')).toMatchObject({ isVerified: false })
  })

  it('verifies nobody with a key that was not chosen, and answers even so', async () => {
    const { claims } = await start({ ...inProduction, LATCHKEY_RELAY_SITES: site })
    expect(await claims(site)).toMatchObject({ id, isVerified: false })
  })

  it('is signed with the same key by each server that has the ring', async () => {
    const ring = ringFile('shared')
    const [one, two] = [await start({ LATCHKEY_VERIFY_KEYS: ring }), await start({ LATCHKEY_VERIFY_KEYS: ring })]
    const { publicKey, expiresAt } = await one.key()
    expect(publicKey).toEqual({
      kty: 'EC',
      crv: 'P-256',
      x: expect.stringMatching(/^[\w-]{43}$/),
      y: expect.stringMatching(/^[\w-]{43}$/),
      ext: true,
      key_ops: ['verify'],
    })
    expect(expiresAt).toBeGreaterThan(inAnHour())
    expect((await two.key()).publicKey).toEqual(publicKey)
    expect((await local.key()).publicKey).not.toEqual(publicKey)
  })

  it('can be framed by any page, runs its own script alone, and is read by no other page', async () => {
    const answer = await local.ask(
      { origin: site, id, projectId: 'local' },
      { 'sec-fetch-dest': 'iframe', origin: site },
    )
    const { headers } = answer
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/]{43}='; /)
    expect(policy).not.toContain('frame-ancestors')
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    const read = await local.ask({ origin: site, id, projectId: 'local' }, { 'sec-fetch-dest': 'empty' })
    expect(read.status).toBe(400)
    expect(await read.text()).not.toContain('data-attestation')
  })

  it.each([
    ['origin', { origin: 'null', id }],
    ['origin', { origin: `${site}/path`, id }],
    ['origin', { origin: `${site}"><script>`, id }],
    ['origin', { id }],
    ['id', { origin: site, id: 'ab' }],
    ['id', { origin: site }],
  ] as [string, { [name: string]: string }][])('names a bad %s of %j', async (field, query) => {
    const answer = await local.ask(query)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ reasons: [{ name: field }] })
  })
})
