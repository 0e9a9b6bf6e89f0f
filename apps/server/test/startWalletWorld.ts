import { hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { createLocalKeys } from '../src/custody/keys/createLocalKeys.js'
import { openHpkeKey } from '../src/custody/openHpkeKey.js'
import type { Db } from '../src/platform/db/db.js'
import { openPglite } from '../src/platform/db/openPglite.js'
import { openPostgres } from '../src/platform/db/openPostgres.js'
import { createClientIp } from '../src/platform/http/clientIp.js'
import { createLog } from '../src/platform/log/log.js'
import { createSmtpMail } from '../src/platform/mail/createSmtpMail.js'
import { createSecretBox, type SecretBox } from '../src/platform/secrets/secretBox.js'
import { createWalletApp, type WalletApp, type WalletAppOptions } from '../src/walletApp.js'
import type { WalletDeps } from '../src/walletDeps.js'
import { type Inbox, startInbox } from './startInbox.js'

/** A wallet server over a real database and a real inbox, whose clock can be moved. */
export type WalletWorld = {
  origin: string
  inbox: Inbox
  db: Db
  app(): WalletApp
  /** What recovery keeps codes with, which nobody has who does not have its keys. */
  recoveryBox(): Promise<SecretBox>
  /** Moves the server's clock on. */
  wait(ms: number): void
  /** Does something while the server's clock stands still, and only `wait` moves it. */
  hold<Result>(run: () => Promise<Result>): Promise<Result>
  /** What a browser with a right clock would say. */
  time(): number
  options: WalletAppOptions & Pick<WalletDeps, 'box' | 'mail'>
  stop(): Promise<void>
}

/** Starts one, with PGlite in memory unless the URL of a PostgreSQL is given. */
export async function startWalletWorld(
  given: { databaseUrl?: string; more?: Partial<WalletWorld['options']> } = {},
): Promise<WalletWorld> {
  const db = given.databaseUrl === undefined ? await openPglite() : await openPostgres(given.databaseUrl)
  const inbox = await startInbox()
  const origin = 'http://localhost:4402'
  let offset = 0
  let held: number | undefined
  const options: WalletWorld['options'] = {
    origin,
    name: 'Test Wallet',
    isAllowedOrigin: (_project, parent) => /\.(example|localhost)$/.test(parent),
    deviceLink: 'always',
    newDevice: 'at-once',
    freezeLife: 72 * 3_600_000,
    deletionWait: 7 * 86_400_000,
    exemptLoopback: false,
    placeOf: () => 'Bern, Switzerland',
    clientIp: createClientIp(['192.0.2.1']),
    db,
    now: () =>
      held === undefined
        ? sql`(now() + ${offset}::float8 * interval '1 millisecond')`
        : sql`to_timestamp(${held}::float8 / 1000)`,
    box: createSecretBox(randomBytes(32)),
    mail: createSmtpMail({ url: inbox.url, from: 'Test Wallet <wallet@latchkey.example>' }),
    log: createLog('silent'),
    roles: ['auth', 'vault', 'recovery'],
    keys: { vault: localKeys(), recovery: localKeys() },
    ...given.more,
  }
  const app = await createWalletApp(options)
  return {
    origin,
    inbox,
    db,
    options,
    app: () => app,
    async recoveryBox() {
      const { privateKey } = await openHpkeKey(db, options.keys.recovery ?? localKeys(), 'recovery')
      return createSecretBox(
        Uint8Array.from(Buffer.from(hkdfSync('sha256', privateKey, '', 'latchkey/recovery/box/1', 32))),
      )
    },
    time: () => held ?? Date.now() + offset,
    wait(ms) {
      offset += ms
      if (held !== undefined) held += ms
    },
    async hold(run) {
      held = Date.now() + offset
      try {
        return await run()
      } finally {
        offset = held - Date.now()
        held = undefined
      }
    },
    async stop() {
      await app.close()
      options.mail.close()
      await inbox.stop()
      await db.close().catch(() => undefined)
    },
  }
}

/** A key ring in memory. */
export function localKeys() {
  return createLocalKeys({ current: '1', keys: new Map([['1', Uint8Array.from(randomBytes(32))]]) })
}
