import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { createLocalKeys } from '../src/custody/keys/createLocalKeys.js'
import { readKeyRing } from '../src/custody/keys/readKeyRing.js'
import { writeKeyRing } from '../src/custody/keys/writeKeyRing.js'
import { rows } from '../src/platform/db/rows.js'
import { createClientIp } from '../src/platform/http/clientIp.js'
import { createLog } from '../src/platform/log/log.js'
import { createSmtpMail } from '../src/platform/mail/createSmtpMail.js'
import { createSecretBox } from '../src/platform/secrets/secretBox.js'
import { createWalletApp } from '../src/walletApp.js'
import { createFailpoint } from './createFailpoint.js'

/**
 * The wallet's server, made to be killed: `killableServer.ts folder database smtp origin offset roles`, where the database
 * is a `postgres:` URL or the folder of an embedded one. It reads `arm <path> <n> <when>`, `disarm`, `wait <ms>` (moves its clock
 * on) and `sweep`, and answers each with a line.
 */
const [, , folder = '', database = '', smtp = '', origin = '', offset = '0', given = ''] = process.argv
const say = (said: object) => process.stdout.write(`${JSON.stringify(said)}\n`)
const ring = (name: string) => {
  const path = join(folder, `${name}.json`)
  writeKeyRing(path)
  return readKeyRing(path)
}
// Each is loaded only where it is used, since this starts many times.
const db = database.startsWith('postgres:')
  ? await (await import('../src/platform/db/openPostgres.js')).openPostgres(database)
  : await (await import('../src/platform/db/openPglite.js')).openPglite(database)
let ahead = Number(offset)
const failpoint = createFailpoint((path) => {
  say({ killedIn: path })
  process.kill(process.pid, 'SIGKILL')
})
const roles = (['auth', 'vault', 'recovery'] as const).filter((role) => given.split(',').includes(role))
const openAuth = () => {
  const { current, keys } = ring('auth')
  return { box: createSecretBox(keys.get(current) ?? new Uint8Array()) }
}
const openMail = () => ({ mail: createSmtpMail({ url: smtp, from: 'Test Wallet <wallet@latchkey.example>' }) })
const app = await createWalletApp({
  origin,
  name: 'Test Wallet',
  isAllowedOrigin: (_project, parent) => /\.(example|localhost)$/.test(parent),
  deviceLink: 'returning',
  newDevice: 'at-once',
  freezeLife: 72 * 3_600_000,
  deletionWait: 7 * 86_400_000,
  exemptLoopback: true,
  placeOf: () => '',
  clientIp: createClientIp([]),
  db: failpoint.watch(db),
  now: () => sql`(now() + ${ahead}::float8 * interval '1 millisecond')`,
  ...(roles.includes('auth') ? openAuth() : {}),
  ...(roles.includes('auth') || roles.includes('recovery') ? openMail() : {}),
  log: createLog('silent'),
  roles,
  keys: {
    ...(roles.includes('vault') ? { vault: createLocalKeys(ring('vault')) } : {}),
    ...(roles.includes('recovery') ? { recovery: createLocalKeys(ring('recovery')) } : {}),
  },
})
const listener = getRequestListener(
  (request, env) => failpoint.during(new URL(request.url).pathname, () => app.fetch(request, env)),
  { overrideGlobalObjects: false },
)
// As long as the server itself keeps them: with Node's five seconds a busy machine sends into connections that are just closed.
const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => void listener(request, response))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
say({ ready: true, port: (server.address() as AddressInfo).port })

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...rest] = line.split(' ')
  if (command === 'arm') {
    const [path = '', at, when] = rest
    failpoint.arm({ path: new RegExp(path), at: Number(at), when: when === 'after' ? 'after' : 'before' })
  }
  const moments = failpoint.moments()
  if (command === 'disarm') failpoint.arm(undefined)
  if (command === 'wait') ahead += Number(rest[0])
  if (command === 'sweep') await app.settle()
  say({ did: line, moments, ...(command === 'sweep' ? await countLeft() : {}) })
}

type Left = { creating: number; orphans: number; challenges: number; mails: number }
async function countLeft(): Promise<Left> {
  const [left] = await rows<Left>(
    db.query,
    sql`select (select count(*) from vault.wallets where state = 'creating')::int as creating,
      (select count(*) from recovery.halves h where not exists (select from vault.factors f where f.id = h.factor_id))::int
      + (select count(*) from vault.factors f where f.kind = 'auto' and not exists (select from recovery.halves h where h.factor_id = f.id))::int
        as orphans,
      (select count(*) from auth.challenges)::int as challenges, ((select count(*) from auth.outbox) + (select count(*) from recovery.outbox) + (select count(*) from recovery.asks))::int as mails`,
  )
  return left ?? { creating: -1, orphans: -1, challenges: -1, mails: -1 }
}
