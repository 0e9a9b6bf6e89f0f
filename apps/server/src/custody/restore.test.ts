import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { createFrame, openSeed, xor } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { findPostgres } from '../../test/findService.js'
import { localKeys, startWalletWorld } from '../../test/startWalletWorld.js'

const packaged = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
  : []
const bin = [...packaged, ...(process.env.PATH ?? '').split(':')].find((folder) => existsSync(join(folder, 'pg_dump')))
const postgres = bin === undefined ? undefined : await findPostgres()
if (postgres === undefined || bin === undefined)
  console.warn('Skipped: the restore drill (no PostgreSQL with pg_dump found)')

describe.skipIf(postgres === undefined || bin === undefined)('a backup', () => {
  afterAll(() => postgres?.stop())

  it('[REL-29] opens every wallet on a clean machine with the keys of before, and does not start with others', async () => {
    const url = postgres?.url ?? ''
    const world = await startWalletWorld({ databaseUrl: url })
    const people = []
    for (let at = 0; at < 5; at++) {
      const client = await createWalletClient(world)
      await client.signIn(`restore-${at}@mail.example`)
      people.push({ client, wallet: await createFrame(client).create() })
    }
    const dump = execFileSync(join(bin ?? '', 'pg_dump'), [url], { maxBuffer: 1 << 28 })
    await world.stop()
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    await owner.query('create database restored')
    await owner.end()
    const target = new URL(url)
    target.pathname = '/restored'
    execFileSync(join(bin ?? '', 'psql'), ['-q', '-v', 'ON_ERROR_STOP=1', target.href], {
      input: dump,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    const { box, keys } = world.options
    await expect(
      startWalletWorld({ databaseUrl: target.href, more: { keys: { vault: localKeys(), recovery: localKeys() } } }),
    ).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
    const restored = await startWalletWorld({ databaseUrl: target.href, more: { box, keys } })
    restored.wait(61_000)
    for (const [at, { client: before, wallet }] of people.entries()) {
      const { device, auto, seed } = wallet
      const client = before.over(restored)
      const opened = await createFrame(client).release('vault', device.factor.factorId, 'unlock')
      expect(openSeed(xor(opened.half!, device.client), opened.body.blob)).toEqual(seed)
      if (at > 0) continue
      const clean = await createWalletClient(restored)
      await clean.signIn('restore-0@mail.example')
      const server = await createFrame(clean).release('vault', auto.factor.factorId, 'recover')
      const other = await createFrame(clean).release('recovery', auto.factor.factorId, 'recover')
      expect(openSeed(xor(server.half!, other.half!), server.body.blob)).toEqual(seed)
    }
    await restored.stop()
  }, 120_000)
})
