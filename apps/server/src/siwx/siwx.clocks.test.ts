import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatSignInMessage } from '@latchkey/protocol/siwx'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Signer, signers } from '../../../../packages/core/test/signers.js'
import { findPostgres } from '../../test/findService.js'
import { shiftClock } from '../../test/shiftClock.js'
import { freePort, type ServerProcess, startProcess } from '../../test/startProcess.js'
import { writeKeyRing } from '../custody/keys/writeKeyRing.js'
import type { Db } from '../platform/db/db.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { createSiwxTables } from './createSiwxTables.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: wrong clocks (no TEST_DATABASE_URL and no initdb found)')
const hour = 3_600_000
const page = 'https://app.example'
const issuer = 'http://127.0.0.1:3080'

describe.skipIf(postgres === undefined)(
  'two processes over PostgreSQL, one an hour ahead and one an hour behind',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-clocks-'))
    const processes: ServerProcess[] = []
    /** The addresses of the process that is ahead and of the one that is behind. */
    const urls: string[] = []
    let db: Db
    let signer: Signer
    beforeAll(async () => {
      signer = (await signers()).eip155
      const ring = join(folder, 'siwx.json')
      writeKeyRing(ring)
      for (const ahead of [hour, -hour]) {
        const port = await freePort()
        const env = {
          PORT: String(port),
          DATABASE_URL: postgres?.url ?? '',
          LATCHKEY_DATA_DIR: folder,
          LATCHKEY_SIWX_KEYS: ring,
          LATCHKEY_PUBLIC_URL: issuer,
          NODE_OPTIONS: `--import=${shiftClock(ahead)}`,
        }
        const started = await startProcess(env)
        expect(started.said()).toContain('Latchkey server on')
        processes.push(started)
        urls.push(`http://127.0.0.1:${port}`)
      }
      db = await openPostgres(postgres?.url ?? '')
    }, 120_000)
    afterAll(async () => {
      await Promise.all(processes.map((each) => each.stop()))
      await db?.close()
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const call = (at: string, path: string, init: RequestInit = {}) =>
      fetch(`${at}/auth/v1/${path}`, { ...init, headers: { origin: page, ...init.headers } })
    const nonce = async (at: string) => (await (await call(at, 'nonce')).json()) as { nonce: string; token: string }
    async function enter(at: string, given: { nonce: string; token: string }, time = Date.now()) {
      const message = formatSignInMessage({
        accountAddress: signer.accountAddress,
        chainId: signer.chainId,
        domain: 'app.example',
        uri: page,
        version: '1',
        nonce: given.nonce,
        issuedAt: new Date(time).toISOString(),
        expirationTime: new Date(time + 600_000).toISOString(),
      })
      const body = JSON.stringify({ message, signature: await signer.sign(message) })
      const headers = { 'x-nonce-jwt': `Bearer ${given.token}` }
      const answer = await call(at, 'authenticate', { method: 'POST', body, headers })
      const text = await answer.text()
      return { status: answer.status, text, token: answer.ok ? (JSON.parse(text) as { token: string }).token : '' }
    }
    const me = async (at: string, token: string) =>
      (await call(at, 'me', { headers: { authorization: `Bearer ${token}` } })).status
    const pairs = () => urls.flatMap((one) => urls.map((other) => [one, other] as const))

    it('sign people in with a nonce of each other, for as long as the database says', async () => {
      for (const [maker, taker] of pairs()) {
        const { status, text, token } = await enter(taker, await nonce(maker))
        expect([status, text]).toEqual([200, expect.any(String)])
        const { iat = 0, exp = 0 } = decodeJwt(token)
        expect([Math.abs(iat - Date.now() / 1_000) < 60, exp - iat]).toEqual([true, 168 * 3_600])
        for (const url of urls) {
          expect(await me(url, token)).toBe(200)
          // A backend whose own clock is right takes it.
          const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`))
          await jwtVerify(token, keys, { issuer, audience: page, maxTokenAge: 60 })
        }
      }
    }, 60_000)

    it('[SEC-S-01] take a nonce once, also after what is over was deleted', async () => {
      for (const [maker, taker] of pairs()) {
        const given = await nonce(maker)
        expect((await enter(taker, given)).status).toBe(200)
        await createSiwxTables(db, { accountDays: 400 }).sweep()
        for (const url of urls)
          for (const time of [Date.now(), Date.now() + hour, Date.now() - hour])
            expect((await enter(url, given, time)).status).toBe(401)
      }
    }, 60_000)

    it('[SEC-S-08] take a message by the time of the database, and none by their own', async () => {
      for (const url of urls)
        for (const time of [Date.now() + hour, Date.now() - hour])
          expect((await enter(url, await nonce(url), time)).text).toMatch(/was not issued just now/)
    })

    it('end a sign-in on both of them', async () => {
      for (const [ender, other] of pairs()) {
        const { token } = await enter(other, await nonce(ender))
        const headers = { authorization: `Bearer ${token}` }
        expect((await call(ender, 'me', { method: 'DELETE', headers })).status).toBe(200)
        for (const url of urls) expect(await me(url, token)).toBe(401)
      }
    })
  },
)
