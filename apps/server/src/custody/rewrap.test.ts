import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { builtServer } from '../../test/builtServer.js'
import { createFrame, openSeed, xor } from '../../test/createFrame.js'
import { createWalletClient, type WalletClient } from '../../test/createWalletClient.js'
import { findPostgres } from '../../test/findService.js'
import { startProcess } from '../../test/startProcess.js'
import { startWalletWorld } from '../../test/startWalletWorld.js'
import { rows } from '../platform/db/rows.js'
import { runCommand } from '../runCommand.js'
import { createWalletApp } from '../walletApp.js'
import { createLocalKeys } from './keys/createLocalKeys.js'
import { readKeyRing } from './keys/readKeyRing.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: retiring a key (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('a key that may have leaked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-rewrap-'))
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await postgres?.stop()
  })

  it('[REL-29] is retired while the server goes on, over a kill in the middle, and its ring drops it then', async () => {
    const url = postgres?.url ?? ''
    const paths = { vault: join(folder, 'vault.json'), recovery: join(folder, 'recovery.json') }
    for (const path of Object.values(paths)) await runCommand(['make-key', path])
    const open = () => ({
      vault: createLocalKeys(readKeyRing(paths.vault)),
      recovery: createLocalKeys(readKeyRing(paths.recovery)),
    })
    const first = await startWalletWorld({ databaseUrl: url, more: { keys: open() } })
    const people: { client: WalletClient; wallet: Awaited<ReturnType<ReturnType<typeof createFrame>['create']>> }[] = []
    for (let at = 0; at < 6; at++) {
      const client = await createWalletClient(first)
      await client.signIn(`rewrap-${at}@mail.example`)
      people.push({ client, wallet: await createFrame(client).create() })
    }
    for (const path of Object.values(paths)) await runCommand(['make-key', path])
    const second = await createWalletApp({ ...first.options, keys: open() })
    /** Opens every wallet, by its device and by both halves of the operator. */
    const openAll = async (app: typeof second) => {
      first.wait(61_000)
      for (const { client, wallet } of people) {
        const frame = createFrame(client.over({ ...first, app: () => app }))
        const unlocked = await frame.release('vault', wallet.device.factor.factorId, 'unlock')
        expect(openSeed(xor(unlocked.half!, wallet.device.client), unlocked.body.blob)).toEqual(wallet.seed)
      }
    }
    const count = async (key: string) => {
      const [found] = await rows<{ count: number }>(
        first.db.query,
        sql`select count(*)::int as count from (select envelope from vault.factors union all
          select blob_envelope from vault.wallets union all select envelope from vault.hpke_keys union all
          select envelope from recovery.halves where envelope is not null union all select envelope from recovery.hpke_keys) e
          where e.envelope::jsonb ->> 'ref' = ${`local:${key}`}`,
      )
      return found?.count ?? 0
    }
    const all = await count('1')
    expect([all, await count('2')]).toEqual([6 * 2 + 6 + 1 + 6 + 1, 0])

    // It comes to a row that somebody holds, and dies there.
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('begin')
    await holder.query(
      'select 1 from vault.factors where id = (select id from vault.factors order by id offset 5 limit 1) for update',
    )
    const env = { DATABASE_URL: url, LATCHKEY_VAULT_KEYS: paths.vault, LATCHKEY_RECOVERY_KEYS: paths.recovery }
    const args = [await builtServer(), 'rewrap']
    const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
    await expect.poll(() => count('2'), { timeout: 60_000 }).toBe(5)
    await openAll(second)
    child.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')
    await holder.query('rollback')
    await holder.end()
    // The row that was waited for may have been written by the database alone, after its client was dead.
    await expect.poll(() => isQuiet(url)).toBe(true)
    const moved = await count('2')
    expect([5, 6]).toContain(moved)
    expect(await count('1')).toBe(all - moved)
    await openAll(second)

    const again = await startProcess(env, ['rewrap'])
    expect(await again.ended).toBe(0)
    expect(again.said()).toContain(`vault: moved ${6 * 2 + 6 + 1 - moved} envelopes, older keys can go`)
    expect(again.said()).toContain(`recovery: moved ${6 + 1} envelopes, older keys can go`)
    expect([await count('1'), await count('2')]).toEqual([0, all])
    expect(await runProcess(env)).toContain('vault: moved 0 envelopes')

    // Without the old key everything opens; before, such a server would not even have started.
    for (const path of Object.values(paths)) {
      const { current, keys } = JSON.parse(readFileSync(path, 'utf8'))
      writeFileSync(path, JSON.stringify({ current, keys: { [current]: keys[current] } }), { mode: 0o600 })
    }
    await second.close()
    const third = await createWalletApp({ ...first.options, keys: open() })
    await openAll(third)
    await third.close()
    await first.stop()
  }, 240_000)
})

async function runProcess(env: { [name: string]: string }): Promise<string> {
  const ran = await startProcess(env, ['rewrap'])
  await ran.ended
  return ran.said()
}

/** Returns whether nothing is being written to the rows of factors. */
async function isQuiet(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const found = await client.query(
    "select 1 from pg_stat_activity where state = 'active' and query like 'update vault.factors t%'",
  )
  await client.end()
  return found.rows.length === 0
}
