import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createFrame } from '../../../test/createFrame.js'
import { createWalletClient } from '../../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../../test/startWalletWorld.js'

const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld({ more: { log } })
}, 180_000)
afterAll(() => world?.stop())

it('[SEC-L-01] tells the log which statement failed, and none of the values it was given', async () => {
  const client = await createWalletClient(world)
  await client.signIn(`log-${randomBytes(4).toString('hex')}@mail.example`)
  const frame = createFrame(client)
  const { request } = await frame.prepare()
  await world.db.query.execute(sql`alter table vault.factors rename to factors_away`)
  const answer = await client.call('POST', '/api/vault/wallets', request)
  await world.db.query.execute(sql`alter table vault.factors_away rename to factors`)
  expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
  const said = lines.join('')
  expect(said).toContain('42P01')
  for (const value of [request.walletId, client.deviceId, ...request.factors.map(({ factorId }) => factorId)])
    expect(said).not.toContain(value)
  expect(said).not.toMatch(/insert into|params/)
  // What operators are woken by.
  expect(said.match(/"level":50\b.*"msg":"A call failed inside"/g)).toHaveLength(1)
}, 60_000)

it('warns of a part of the wallet that is not there yet, and wakes nobody', async () => {
  const apart = await startWalletWorld({ more: { log, roles: ['auth', 'vault'] } })
  onTestFinished(() => apart.stop())
  const client = await createWalletClient(apart)
  const before = lines.length
  expect(await client.call('GET', '/api/vault/keys')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(lines.slice(before).map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, code: 'UNAVAILABLE', msg: 'Recovery has not started yet' },
  ])
}, 60_000)

it('calls a body that is too large what it is, and writes nothing into the log about it', async () => {
  const client = await createWalletClient(world)
  const before = lines.length
  for (const size of [65 * 1024, 1100 * 1024]) {
    const request = await client.prepare('POST', '/api/auth/email/start', { email: 'a'.repeat(size) })
    expect(await client.send(request)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
  }
  const form = await world.app().request('/device', { method: 'POST', body: `token=${'a'.repeat(1100 * 1024)}` })
  expect(form.status).toBe(413)
  expect(lines.slice(before)).toEqual([])
}, 60_000)
