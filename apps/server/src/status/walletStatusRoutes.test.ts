import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findPostgres } from '../../test/findService.js'
import { smallDisk } from '../../test/smallDisk.js'
import { freePort, type ServerProcess, startProcess } from '../../test/startProcess.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { writeKeyRing } from '../custody/keys/writeKeyRing.js'
import { openPostgres } from '../platform/db/openPostgres.js'

describe('the wallet over an embedded database', () => {
  let world: WalletWorld
  beforeAll(async () => {
    world = await startWalletWorld()
  })
  afterAll(() => world?.stop())
  const ask = async (path: string) => {
    const response = await world.app().request(path)
    return { status: response.status, text: await response.text(), kept: response.headers.get('cache-control') }
  }

  it('behavior: a process of the wallet says that it lives, and with which parts', async () => {
    expect(await ask('/health')).toEqual({
      status: 200,
      text: expect.stringMatching(/^OK v\d+\.\d+\.\d+, roles: auth,vault,recovery$/),
      kept: 'no-store',
    })
  })

  it('behavior: it is ready while its database answers', async () => {
    const text = '{"ready":true,"database":true,"reasons":[]}'
    expect(await ask('/ready')).toEqual({ status: 200, text, kept: 'no-store' })
  })
})

const isOurs = !process.env.TEST_DATABASE_URL
const disk = isOurs ? smallDisk() : undefined
const postgres = isOurs ? await findPostgres(disk?.path) : undefined
if (postgres === undefined) console.warn('Skipped: a wallet whose database is taken away (no initdb found)')
else if (disk === undefined)
  console.warn('Skipped: a wallet whose database has a full disk (needs root to mount a small one)')

const roles = ['auth', 'vault', 'recovery'] as const

describe.skipIf(postgres === undefined)('auth, vault and recovery, each a process of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-wallet-status-'))
  const ports = new Map<string, number>()
  let processes: ServerProcess[] = []
  beforeAll(async () => {
    const url = postgres?.url ?? ''
    await (await openPostgres(url)).close()
    const settingsOf = async (role: (typeof roles)[number]) => {
      const port = await freePort()
      ports.set(role, port)
      const ring = join(folder, `${role}.json`)
      writeKeyRing(ring)
      // Nobody is mailed here.
      const mail = { LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9' }
      const own = {
        auth: { LATCHKEY_AUTH_KEYS: ring, ...mail },
        vault: { LATCHKEY_VAULT_KEYS: ring },
        recovery: { LATCHKEY_RECOVERY_KEYS: ring, ...mail },
      }[role]
      return { DATABASE_URL: url, LATCHKEY_WALLET_PORT: String(port), ...own }
    }
    processes = await Promise.all(roles.map(async (role) => startProcess(await settingsOf(role), ['--roles', role])))
    for (const { said } of processes) expect(said()).toContain('Latchkey server on')
  })
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.stop('SIGKILL')))
    await postgres?.stop()
    disk?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  /** What each role says; one that says nothing for this long hangs with its database. */
  const askAll = () =>
    Promise.all(
      roles.map(async (role) => {
        const at = `http://127.0.0.1:${ports.get(role)}`
        const [ready, health] = await Promise.all(
          ['/ready', '/health'].map((path) => fetch(`${at}${path}`, { signal: AbortSignal.timeout(20_000) })),
        )
        return { role, status: ready?.status, said: await ready?.json(), lives: health?.status }
      }),
    )
  const all = (status: number, ...reasons: string[]) => {
    const isReady = status === 200
    return roles.map((role) => ({ role, status, said: { ready: isReady, database: isReady, reasons }, lives: 200 }))
  }
  const untilWell = () => expect.poll(askAll, { timeout: 30_000 }).toEqual(all(200))

  it('are not ready while PostgreSQL refuses connections, live on, and are ready after it is back', async () => {
    await untilWell()
    await postgres?.own?.end('SIGTERM')
    try {
      expect(await askAll()).toEqual(all(503, 'The database does not answer'))
    } finally {
      await postgres?.own?.start()
    }
    await untilWell()
  }, 120_000)

  it('answer 503 in time while PostgreSQL hangs', async () => {
    await untilWell()
    postgres?.own?.pause()
    const goOn = () => postgres?.own?.goOn()
    onTestFinished(goOn)
    expect(await askAll()).toEqual(all(503, 'The database does not answer'))
    goOn()
    await untilWell()
  }, 120_000)

  it('are not ready while PostgreSQL takes no changes', async () => {
    await untilWell()
    const owner = new pg.Client({ connectionString: postgres?.url })
    await owner.connect()
    onTestFinished(() => owner.end())
    await owner.query('alter system set default_transaction_read_only = on')
    await owner.query('select pg_reload_conf()')
    await expect.poll(askAll, { timeout: 30_000 }).toEqual(all(503, 'The database takes no changes'))
    await owner.query('alter system reset default_transaction_read_only')
    await owner.query('select pg_reload_conf()')
    await untilWell()
  }, 120_000)

  it.skipIf(disk === undefined)(
    'are not ready while the disk of PostgreSQL is full',
    async () => {
      await untilWell()
      const place = disk?.path ?? ''
      const { bavail, bsize } = statfsSync(place)
      const ballast = join(place, 'ballast')
      writeFileSync(ballast, Buffer.alloc(bavail * bsize))
      try {
        expect(await askAll()).toEqual(all(503, 'The disk of the database is full'))
      } finally {
        rmSync(ballast)
      }
      await untilWell()
    },
    120_000,
  )
})
