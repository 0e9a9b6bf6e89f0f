import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createFrame, newId } from '../test/createFrame.js'
import { createWalletClient } from '../test/createWalletClient.js'
import { startInbox } from '../test/startInbox.js'
import { freePort, startProcess } from '../test/startProcess.js'
import { openPglite } from './platform/db/openPglite.js'
import { rows } from './platform/db/rows.js'

it('[SEC-L-01] no log line, error and text of the database holds a code, a token, an address or any part of a key', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-leaks-'))
  const inbox = await startInbox()
  const origin = `http://localhost:${await freePort()}`
  const server = await startProcess({
    PORT: '0',
    LATCHKEY_LOG_LEVEL: 'trace',
    LATCHKEY_DATA_DIR: dataDir,
    LATCHKEY_WALLET_PORT: new URL(origin).port,
    LATCHKEY_SMTP_URL: inbox.url,
    LATCHKEY_WALLET_SITES: 'https://app.localhost',
    LATCHKEY_DEVICE_LINK: 'always',
  })
  const refusals: string[] = []
  const app = {
    async request(path: string, init?: RequestInit) {
      const response = await fetch(`${origin}${path}`, init)
      if (response.status >= 400) refusals.push(await response.clone().text())
      return response
    },
  }
  const browser = () => createWalletClient({ app: () => app as never, inbox, origin, time: () => Date.now() })
  const email = 'canary-5d1f@leak.example'
  const secrets = new Map<string, string | Uint8Array>([
    ['address', email],
    ['name of the mailbox', 'canary-5d1f'],
  ])
  const client = await browser()
  const { body } = await client.start(email)
  const link = await inbox.next(email, /browser\?/)
  const token = /token=([\w-]{43})/.exec(link.text ?? '')?.[1] ?? ''
  secrets.set('link token', token)
  expect((await app.request('/device', { method: 'POST', body: new URLSearchParams({ token }) })).status).toBe(200)
  const code = await client.readCode(email)
  secrets.set('code', code)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect((await client.verify(body.challengeId, wrong)).status).toBe(403)
  const verified = await client.verify(body.challengeId, code)
  client.state.session = verified.body
  secrets.set('session token', verified.body.sessionToken)
  const frame = createFrame(client)
  const { walletId, seed, key, device, auto } = await frame.create()
  const verifier = newId() + newId().slice(0, 21)
  const recovery = await frame.makeFactor('code', key, { walletId, more: { clientCipher: 'AAAA', verifier } })
  secrets.set('verifier', verifier)
  for (const [name, made] of Object.entries({ device, auto, recovery })) {
    secrets.set(`server half of ${name}`, made.server)
    secrets.set(`client half of ${name}`, made.client)
  }
  secrets.set('seed', seed).set('wallet key', key)
  expect((await frame.release('vault', device.factor.factorId, 'export')).status).toBe(200)
  expect(
    (await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: recovery.factor })).status,
  ).toBe(200)
  expect((await frame.release('vault', recovery.factor.factorId, 'recover', { verifier })).status).toBe(200)
  // What goes wrong is where most is said.
  await frame.release('vault', recovery.factor.factorId, 'recover', { verifier: 'A'.repeat(43) })
  await frame.release('vault', device.factor.factorId, 'unlock', { signature: 'A'.repeat(86) })
  await client.call('POST', '/api/vault/wallets', { walletId, seed: Buffer.from(seed).toString('hex'), email })
  await client.call('POST', '/api/auth/email/change/start', { newEmail: `${email}\r\nBcc: x@y.example` })
  await client.call('POST', `/api/vault/wallets/${email}/activate`, { proofs: [] })
  await app.request(`/api/auth/email/device/${token}?email=${email}&code=${code}`)
  await app.request('/api/auth/email/start', { method: 'POST', body: `{"email":"${email}"` })
  expect(refusals.length).toBeGreaterThan(6)
  await inbox.next(email, /new opens/)
  await server.stop()
  const db = await openPglite(dataDir)
  const tables = await rows<{ name: string }>(
    db.query,
    sql`select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('auth', 'vault', 'recovery', 'public')`,
  )
  let database = ''
  for (const { name } of tables) {
    const lines = await rows<{ line: string }>(db.query, sql`select to_jsonb(t)::text as line from ${sql.raw(name)} t`)
    database += lines.map(({ line }) => line).join('\n')
  }
  await db.close()
  await inbox.stop()
  rmSync(dataDir, { recursive: true, force: true })
  expect(database).toContain(walletId)
  for (const [place, text] of Object.entries({ logs: server.said(), errors: refusals.join('\n'), database }))
    for (const [name, secret] of secrets) {
      // Six digits stand by chance in times and ciphertexts, so a code counts only where it stands alone.
      const isCode = name === 'code'
      if (isCode) expect(new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(text), `${name} in ${place}`).toBe(false)
      else for (const form of formsOf(secret)) expect(text.includes(form), `${name} in ${place}`).toBe(false)
    }
}, 120_000)

function formsOf(secret: string | Uint8Array): string[] {
  if (typeof secret === 'string') return [secret]
  const bytes = Buffer.from(secret)
  return [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('latin1'),
    [...bytes].join(','),
    ...(['base64', 'base64url'] as const).flatMap((form) =>
      // Where it stands in the middle of something longer, its letters depend on what came before.
      [0, 1, 2].map((skip) =>
        bytes
          .subarray((3 - skip) % 3, 30)
          .toString(form)
          .replace(/=+$/, ''),
      ),
    ),
  ]
}
