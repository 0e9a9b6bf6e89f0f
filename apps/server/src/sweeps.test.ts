import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../test/findService.js'
import { startWalletWorld, type WalletWorld } from '../test/startWalletWorld.js'
import { emailIndex, sealEmail } from './auth/emailIndex.js'
import { sweepAuth } from './auth/sweepAuth.js'
import { createNameTables } from './names/createNameTables.js'
import { createBookTables } from './onramp/createBookTables.js'
import { createPurchaseTables } from './onramp/createPurchaseTables.js'
import { dbNow } from './platform/db/dbClock.js'
import { openPostgres } from './platform/db/openPostgres.js'
import { createMessageStoreTables } from './relay/messageStoreTables.js'
import { createSessionTables } from './sessions/createSessionTables.js'
import { createSiwxTables } from './siwx/createSiwxTables.js'
import { createSwapTables } from './swap/ledger/createSwapTables.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: sweeps over PostgreSQL (no TEST_DATABASE_URL and no initdb found)')

const size = 20_000
/** Of each table so many rows are due. */
const due = 20
const ago = (time: string) => `now() - interval '${time}'`
/** A time by the number of the row: the first are due, the others not. */
const when = (past: string, otherwise: string) => `case when i <= ${due} then ${past} else ${otherwise} end`
const soon = `now() + interval '5 days'`

/** What each table holds: its columns, by the number `i` of the row. */
const filling: readonly [table: string, columns: string, values: string][] = [
  ['auth.users', 'id, email_index, email_box, created_at', `'u'||i, 'e'||i, '', ${ago('90 days')}`],
  [
    'auth.devices',
    'user_id, id, public_key, name, created_at, last_seen_at, revoked_at',
    // Of the wallets at the end of the order, some have lost their device: just now, long ago, and made anew.
    `'u'||i, 'd'||i, '{}', '', case when i = ${size - 2} then ${ago('1 minute')} else ${ago('80 days')} end, now(),
     case when i = ${size - 1} then ${ago('1 minute')} when i = ${size} then ${ago('70 days')}
     when i % 4 = 1 then case when i <= ${4 * due} then ${ago('100 days')} else ${ago('70 days')} end end`,
  ],
  [
    'auth.sessions',
    'id, token_hash, user_id, device_id, project_id, parent_origin, created_at, last_used_at, otp_at, signing_until, expires_at, revoked_at',
    `'s'||i, 't'||i, 'u'||i, 'd'||i, '', '', now(), now(), now(), now(), ${when(ago('2 days'), soon)},
     case when i between ${due + 1} and ${2 * due} then ${ago('2 days')} when i % 3 = 0 then now() end`,
  ],
  [
    'auth.challenges',
    'id, kind, email_index, email_box, project_id, parent_origin, device_id, device_key, device_name, browser, place, network, match_number, created_at, expires_at',
    `'c'||i, 'login', 'e'||i, '', '', '', '', '{}', '', '', '', '', '', now(), ${when(ago('2 days'), soon)}`,
  ],
  [
    'auth.email_changes',
    'id, user_id, old_index, old_box, undo_hash, undo_until, undone_at',
    `'g'||i, 'u'||i, 'x'||i, '', 'h'||i, ${when(ago('100 days'), soon)}, now()`,
  ],
  [
    'auth.social_logins',
    'id, provider, state_hash, verifier_box, project_id, parent_origin, device_id, device_key, device_name, browser, place, created_at, expires_at',
    `'l'||i, '', 's'||i, '', '', '', 'd'||i, '{}', '', '', '', now(), ${when(ago('2 days'), soon)}`,
  ],
  ['auth.nonces', 'device_id, nonce, expires_at', `'d'||i, 'n'||i, ${when(ago('1 day'), soon)}`],
  ['auth.passkey_challenges', 'hash, device_id, expires_at', `'h'||i, 'd'||i, ${when(ago('1 day'), soon)}`],
  ['auth.limits', 'key, started_at, count', `'l'||i, ${when(ago('2 days'), 'now()')}, 1`],
  ['auth.freeze_links', 'token_hash, email_index, created_at', `'h'||i, 'e'||i, ${when(ago('900 days'), 'now()')}`],
  ['auth.outbox', 'id, box, next_at, expires_at', `'o'||i, '', ${soon}, ${when(ago('1 minute'), soon)}`],
  [
    'vault.wallets',
    'id, user_id, state, epoch, blob_envelope, addresses, created_at',
    `'w'||i, 'u'||i, case when i <= ${2 * due} then 'creating' else 'active' end, 1, '', '[]', ${when(ago('2 hours'), ago('1 minute'))}`,
  ],
  [
    'vault.factors',
    'id, wallet_id, kind, epoch, envelope, device_id, created_at, delete_at',
    // The devices that were revoked long ago have no half any more, but for one.
    `'f'||i, 'w'||i, case when i % 4 = 1 and i < ${size} then 'code' else 'device' end, 1, '', 'd'||i, ${ago('75 days')},
     case when i between ${2 * due + 1} and ${3 * due} then ${ago('1 minute')} when i % 5 = 0 then ${soon} end`,
  ],
  [
    'vault.freezes',
    'id, wallet_id, frozen_at, ended_at',
    `'z'||i, 'w'||i, case when i between ${3 * due + 1} and ${4 * due} then ${ago('80 hours')} else now() end,
     case when i between ${4 * due + 1} and ${5 * due} then ${ago('100 days')} end`,
  ],
  [
    'vault.restores',
    'wallet_id, device_id, device_name, asked_at, stop_hash',
    `'w'||i, 'd', '', case when i between ${3 * due + 1} and ${4 * due} then ${ago('40 days')} else now() end, 'h'||i`,
  ],
  [
    'vault.proofs',
    'session_id, wallet_id, proven_at, device_id',
    `'s'||i, 'w'||i, case when i between ${3 * due + 1} and ${4 * due} then ${ago('2 hours')} else now() end, ''`,
  ],
  ['vault.vouchers', 'hash, user_id, device_id, expires_at', `'h'||i, '', '', ${when(ago('1 minute'), soon)}`],
  [
    'vault.answers',
    'user_id, idempotency_key, request_hash, answer, created_at',
    `'u'||i, '', '', '{}', ${when(ago('2 days'), 'now()')}`,
  ],
  ...['vault', 'recovery'].map((schema): [string, string, string] => [
    `${schema}.challenges`,
    'hash, factor_id, session_id, purpose, expires_at',
    `'h'||i, '', '', '', ${when(ago('2 hours'), soon)}`,
  ]),
  [
    'recovery.halves',
    'factor_id, user_id, wallet_id, epoch, sealed, created_at, delete_at',
    `'f'||i, 'u'||i, 'w'||i, 1, '', now(), case when i between ${due + 1} and ${2 * due} then ${ago('1 minute')} end`,
  ],
  [
    'recovery.mail_codes',
    'id, kind, mailbox_index, auth_index, device_id, by_link, salt, mac, made_at, expires_at, proven_at',
    `'m'||i, 'login', 'e'||i, '', 'd'||i, false, '', '', ${when(ago('2 days'), 'now()')}, now(),
     case when i between ${due + 1} and ${2 * due} then ${ago('40 days')} when i > ${2 * due} and i % 2 = 0 then now() end`,
  ],
  ['recovery.moves', 'id, user_id, old_index, moved_at', `'v'||i, 'u'||i, 'e'||i, ${when(ago('40 days'), 'now()')}`],
  ['recovery.owners', 'user_id, mailbox_index', `'u'||i, 'e'||i`],
  ['recovery.outbox', 'id, box, next_at, expires_at', `'o'||i, '', ${soon}, ${when(ago('1 minute'), soon)}`],
  [
    'relay.messages',
    'topic, hash, message, tag, sender, origin, published_at, expires_at',
    // Some are older than a message may be.
    `'t'||i, '', '', 0, '', '', case when i between ${due + 1} and ${2 * due} then ${ago('8 days')} else ${ago('1 minute')} end,
     ${when(ago('1 minute'), soon)}`,
  ],
  ['relay.receipts', 'seq, party, expires_at', `i, '', ${when(ago('1 minute'), soon)}`],
  [
    'names.names',
    'name, zone, shape, owner, chain, registered_at, released_at',
    `'n'||i, '', 's'||i, '0x'||i, '', now(), case when i <= ${due} then ${ago('40 days')} when i % 2 = 0 then now() end`,
  ],
  ['names.messages', 'hash, expires_at', `'h'||i, ${when(ago('1 minute'), soon)}`],
  [
    'sessions.sessions',
    'pci, chain, address, project_id, permissions, policies, public_key, envelope, created_at, expires_at, context, activated_at, revoked_at',
    `'p'||i, 'eip155:1', '0x'||i, '', '', '', '', '', ${when(ago('2 hours'), 'now()')},
     case when i between ${due + 1} and ${2 * due} then ${ago('1 minute')} else ${soon} end,
     case when i > ${2 * due} and i % 2 = 0 then '' end, case when i > ${2 * due} and i % 2 = 0 then now() end,
     case when i between ${2 * due + 1} and ${3 * due} then ${ago('100 days')} when i % 3 = 0 then now() end`,
  ],
  [
    'onramp.purchases',
    'id, reference, provider, project_id, chain, address, state, created_at, changed_at, asked_at, check_at',
    // Some were never opened, some not paid, some are over for long; most have been over for a month.
    `'b'||i, 'r'||i, '', '', '', '0x'||i,
     case when i <= ${due} then 'created' when i <= ${2 * due} then 'opened' else 'arrived' end, now(),
     case when i <= ${due} then ${ago('2 hours')} when i <= ${2 * due} then ${ago('3 days')}
     when i <= ${3 * due} then ${ago('400 days')} else ${ago('30 days')} end, now(),
     case when i > ${size - due} then ${ago('1 minute')} else 'infinity' end`,
  ],
  [
    'swaps.promises',
    'id, filling, chain, account, target, data_hash, sold, bought, amount, minimum, made_at, until, keep_until, from_block, looked_at',
    // Some were never sent, most were over weeks ago, the last are looked for.
    `'w'||i, 'pools', 'eip155:1', '0x'||i, '', 'h'||i, '', '', 1, 1, ${ago('20 days')},
     case when i > ${size - due} then ${soon} else ${ago('20 days')} end, ${when(ago('1 minute'), soon)}, 0, now()`,
  ],
  [
    'swaps.transactions',
    'reference, promise, chain, hash, state, noted_at, check_at',
    `'t'||i, 'w'||i, 'eip155:1', 'x'||i, 'posted', ${ago('20 days')}, case when i > ${size - due} then now() else 'infinity' end`,
  ],
  ['ledger.entries', 'provider, reference, step', `'', 'r'||i, 'paid'`],
  [
    'ledger.lines',
    'entry, account, asset, amount',
    // Two of each of the first entries.
    `(i + 1) / 2, case when i % 2 = 0 then 'buyer' else 'provider' end, 'USD', case when i % 2 = 0 then -1 else 1 end`,
  ],
  [
    'ledger.mismatches',
    'provider, reference, side, books, other, first_seen, last_seen, ended_at',
    `'', 'r'||i, 'chain', '', '', now(), now(), ${when('null', 'now()')}`,
  ],
  ['onramp.webhooks', 'provider, id, taken_at', `'', 'w'||i, ${when(ago('8 days'), 'now()')}`],
  [
    'siwx.accounts',
    'id, project_id, account, created_at, updated_at, signed_in_at',
    `'i'||i, '', 'a'||i, now(), now(), ${when(ago('401 days'), 'now()')}`,
  ],
  [
    'siwx.email_codes',
    'id, project_id, account, email_index, network_index, salt, mac, created_at',
    `'c'||i, '', '', '', '', '', '', ${when(ago('61 minutes'), 'now()')}`,
  ],
  ['siwx.sessions', 'id, account_id, created_at, expires_at', `'s'||i, '', now(), ${when(ago('1 minute'), soon)}`],
  ['siwx.used_nonces', 'hash, expires_at', `'n'||i, ${when(ago('1 minute'), soon)}`],
]
const tables = filling.map(([table]) => table)

/** The other tables: nothing in them is deleted by its age, or as much as their comment says. */
const others = [
  'auth.key_check',
  // In a test of its own.
  'auth.notices',
  // With the user; one that was to be linked and was not: auth/logins/logins.test.ts.
  'auth.social_accounts',
  // Deleted by chain and block where a chain is reorganised.
  'history.collectibles',
  // With the moves, by their triggers.
  'history.holdings',
  // By one statement for each chain: historyPlan.test.ts.
  'history.entries',
  // What collectibles say of themselves; read again in place.
  'history.items',
  'history.progress',
  'history.tokens',
  // With the name.
  'names.addresses',
  'public.fiat_rates',
  'public.latchkey_migrations',
  'public.prices',
  // Each is taken in and deleted by itself, a second after it came.
  'recovery.asks',
  'recovery.deletions',
  'recovery.hpke_keys',
  // With the wallet.
  'recovery.logins',
  // One for each mailbox with a wrong code.
  'recovery.mailboxes',
  'sessions.key_check',
  // As those of key_check, a row or two: what signs, under the keys of the settings.
  'names.signing_keys',
  'siwx.signing_keys',
  'vault.deletions',
  'vault.hpke_keys',
]

describe.skipIf(postgres === undefined)(`what is done every minute, over tables of ${size} rows`, () => {
  let world: WalletWorld
  let watcher: pg.Client
  let url: string

  /** How often each table was read from end to end, and how many rows were fetched by its indexes, by the server's own count. */
  async function counted(figure: 'seq_scan' | 'idx_tup_fetch'): Promise<Map<string, number>> {
    const { rows } = await watcher.query<{ name: string; count: string }>(
      `select schemaname || '.' || relname as name, ${figure} as count from pg_stat_user_tables`,
    )
    return new Map(rows.map(({ name, count }) => [name, Number(count)]))
  }
  const scans = () => counted('seq_scan')

  /** A process tells what it read at the latest when it ends. */
  async function untilCounted(): Promise<void> {
    const others = `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
      and datname = current_database()`
    await expect.poll(async () => (await watcher.query(others)).rowCount).toBe(0)
  }

  async function counts(): Promise<{ [table: string]: number }> {
    const found: { [table: string]: number } = {}
    for (const table of tables)
      found[table] = (await watcher.query(`select count(*)::int as n from ${table}`)).rows[0].n as number
    return found
  }

  beforeAll(async () => {
    // A database of its own, since what others read there would count.
    const owner = new pg.Client({ connectionString: postgres?.url ?? '' })
    await owner.connect()
    const name = `sweeps_${randomBytes(4).toString('hex')}`
    await owner.query(`create database ${name}`)
    await owner.end()
    url = Object.assign(new URL(postgres?.url ?? ''), { pathname: `/${name}` }).href
    world = await startWalletWorld({ databaseUrl: url })
    watcher = new pg.Client({ connectionString: url })
    await watcher.connect()
    for (const [table, columns, values] of filling)
      await watcher.query(`insert into ${table} (${columns}) select ${values} from generate_series(1, ${size}) i`)
    // A freeze that is over is told to its owner.
    const { box } = world.options
    for (let at = 3 * due + 1; at <= 4 * due; at++) {
      const email = `u${at}@mail.example`
      const row = [emailIndex(box, email), sealEmail(box, email), `u${at}`]
      await watcher.query('update auth.users set email_index = $1, email_box = $2 where id = $3', row)
    }
    await watcher.query('analyze')
  }, 120_000)
  afterAll(async () => {
    await watcher?.end()
    await postgres?.stop()
  })

  it('are all that have rows of people or calls', async () => {
    const { rows } = await watcher.query<{ name: string }>(
      `select schemaname || '.' || relname as name from pg_stat_user_tables`,
    )
    expect([...tables, ...others].sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it('finds all that is due, and reads no table from end to end', async () => {
    // Wallets with a recovery code stay frozen; each mail to the owner of another has a link of its own.
    const over = (due * 3) / 4
    const [before, fetchedBefore] = [await scans(), await counted('idx_tup_fetch')]
    const store = createMessageStoreTables(world.db, 'one')
    await world.app().settle()
    await store.sweep()
    const wants = ['t100', 't200'].map((topic) => ({ topic, party: 'p' }))
    const others = await store.findOthers(wants, 9)
    await store.readPlaces(wants, [100, 200, ...others])
    await store.read([{ topic: 't100', party: 'one' }], 0, 200)
    await createSessionTables(world.db).sweep()
    await createNameTables(world.db, { graceDays: 30 }).sweep()
    await createSiwxTables(world.db, { accountDays: 400 }).sweep()
    const purchases = createPurchaseTables(world.db, { days: 365 })
    const purchase = {
      id: 'new',
      reference: 'new',
      provider: '',
      projectId: '',
      chain: 'eip155:1' as const,
      address: '',
    }
    const unsaid = { currency: null, payment: null, method: null, symbol: null }
    expect(await purchases.add({ ...purchase, ...unsaid })).toBe(true)
    await purchases.due(60, 50)
    const books = createBookTables(world.db)
    const compared = await books.take([''], 10)
    expect(compared).toHaveLength(10)
    for (const { id } of compared) await books.putOff(id)
    expect((await books.read('b5000'))?.books.paid).toEqual({ asset: 'USD', amount: '1' })
    expect(await books.count()).toMatchObject({ chain: due })
    expect(await books.report({ provider: '', reference: 'r1' }, 'chain', { books: '', other: '' })).toBeUndefined()
    await purchases.sweep()
    const swaps = createSwapTables(world.db)
    expect(await swaps.isFull()).toBe(false)
    expect(await swaps.candidates(['eip155:1'], 200)).toEqual([])
    expect(await swaps.findByCall('eip155:1', '', 'h19999')).toHaveLength(1)
    expect(await swaps.take(['eip155:1'], 50)).toHaveLength(due)
    expect(await swaps.count()).toBe(0)
    await swaps.sweep()
    // The halves of devices that were removed long ago are found on the way through all of them.
    const left = () => world.db.query.execute(sql`select 1 from vault.factors where id = ${`f${size}`}`)
    for (let at = 0; at < size / 500 && ((await left()) as unknown as { rows: unknown[] }).rows.length > 0; at++)
      await world.app().settle()
    await world.stop()
    await untilCounted()
    const after = await scans()
    const read = tables.filter((table) => (after.get(table) ?? 0) > (before.get(table) ?? 0))
    expect(read).toEqual([])
    // An index that leads past all that is kept would be a way through the table too. Halves of removed devices are found on one.
    const fetched = await counted('idx_tup_fetch')
    const much = tables.filter((table) => (fetched.get(table) ?? 0) - (fetchedBefore.get(table) ?? 0) > size / 2)
    expect(much).toEqual(['vault.factors'])

    const gone = Object.fromEntries(Object.entries(await counts()).map(([table, count]) => [table, size - count]))
    expect(gone).toEqual({
      ...Object.fromEntries(tables.map((table) => [table, due])),
      'auth.users': 0,
      'auth.freeze_links': due - over,
      // Those that are over, and those of browsers that were removed long ago.
      'auth.sessions': 2 * due + due / 2,
      // Those of the sign-ups that were left, those whose notice is over, and three devices that were removed.
      'vault.factors': 2 * due + 3,
      'vault.freezes': 2 * due,
      'vault.restores': 2 * due,
      'vault.proofs': 2 * due,
      'recovery.halves': 2 * due,
      'recovery.mail_codes': 2 * due,
      'recovery.owners': 0,
      // Those that nobody opened, those that ran out, and those that were revoked long ago.
      'sessions.sessions': 3 * due,
      // Those that nobody opened, paid, or looked at for long; one began meanwhile.
      'onramp.purchases': 3 * due - 1,
      // Nothing leaves the books.
      'ledger.entries': 0,
      'ledger.lines': 0,
      'ledger.mismatches': 0,
      'siwx.accounts': due,
      'siwx.email_codes': due,
      'siwx.sessions': due,
      'siwx.used_nonces': due,
      'relay.messages': 2 * due,
    })
    expect(
      (await watcher.query('select count(*)::int as n from vault.freezes where ended_at is not null')).rows,
    ).toEqual([{ n: over }])
  }, 120_000)

  it('finds notices that could not be sent by an index too', async () => {
    await watcher.query(
      `insert into auth.notices (id, user_id, title, body, created_at)
        select 'n'||i, 'u'||i, '', '', ${when(ago('25 hours'), 'now()')} from generate_series(1, ${size}) i`,
    )
    await watcher.query('analyze auth.notices')
    const before = await scans()
    const db = await openPostgres(url)
    await sweepAuth({ db, now: dbNow })
    await db.close()
    await untilCounted()
    expect((await scans()).get('auth.notices')).toBe(before.get('auth.notices'))
    expect((await watcher.query('select count(*)::int as n from auth.notices')).rows).toEqual([{ n: size - due }])
  }, 120_000)
})
