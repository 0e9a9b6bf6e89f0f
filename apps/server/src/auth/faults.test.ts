import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFrame } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { findPostgres } from '../../test/findService.js'
import { smallDisk } from '../../test/smallDisk.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'

const hour = 3_600_000
const day = 24 * hour
const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: faults under sign-ins (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('on PostgreSQL', () => {
  let world: WalletWorld
  let owner: pg.Client
  beforeAll(async () => {
    world = await startWalletWorld({ databaseUrl: postgres?.url ?? '' })
    owner = new pg.Client({ connectionString: postgres?.url ?? '' })
    await owner.connect()
  }, 60_000)
  afterAll(async () => {
    await owner?.end()
    await world?.stop()
    await postgres?.stop()
  })
  afterEach(() => void vi.useRealTimers())
  const cutAll = () =>
    owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
    )

  it('[REL-20] at most one of fifty takes a code while the database drops its connections, and the next code works', async () => {
    const who = await createWalletClient(world)
    const email = 'failover@mail.example'
    const { body } = await who.start(email)
    await who.approve(email)
    const code = await who.readCode(email)
    const tries = Array.from({ length: 50 }, async (_, at) => {
      if (at === 10) await cutAll()
      return who.verify(body.challengeId, code)
    })
    const answers = await Promise.all(tries)
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken.length).toBeLessThanOrEqual(1)
    for (const { status } of answers) expect([200, 403, 410, 503]).toContain(status)
    const sessions = await owner.query('select 1 from auth.sessions')
    expect(sessions.rowCount).toBe(taken.length)
    world.wait(31_000)
    await who.signIn(email)
    expect((await who.call('GET', '/api/auth/session')).status).toBe(200)
  }, 60_000)

  it('[REL-20] one half leaves for a challenge at most, whatever is cut', async () => {
    const who = await createWalletClient(world)
    await who.signIn('cut@mail.example')
    const frame = createFrame(who)
    const { device } = await frame.create()
    world.wait(61_000)
    const { factorId } = device.factor
    const first = await frame.release('vault', factorId, 'unlock')
    expect(first.status).toBe(200)
    const again = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        if (at === 3) await cutAll()
        return frame.release('vault', factorId, 'unlock', { challenge: first.challenge })
      }),
    )
    expect(again.filter(({ status }) => status === 200)).toEqual([])
    world.wait(61_000)
    expect((await frame.release('vault', factorId, 'unlock')).status).toBe(200)
  }, 60_000)

  it('[REL-34] codes and sessions live by the time of the database, whatever client and server think it is', async () => {
    const who = await createWalletClient(world)
    const email = 'clock@mail.example'
    for (const skew of [-day, day]) {
      who.state.skew = skew
      const early = await who.start(email)
      expect(early).toMatchObject({ status: 401, body: { code: 'CLOCK_SKEW', serverTime: expect.any(Number) } })
      who.state.skew = 0
    }
    const { body } = await who.start(email)
    await who.approve(email)
    const code = await who.readCode(email)
    // The server's own clock jumps a day ahead, then a day back; signatures still carry the right time.
    const [now, serverNow] = [Date.now(), world.time()]
    vi.useFakeTimers({ toFake: ['Date'], now: now + day })
    who.state.skew = -day
    const verified = await who.verify(body.challengeId, code)
    expect(verified.status).toBe(200)
    who.state.session = verified.body
    expect(Math.abs(verified.body.expiresAt - serverNow - 30 * day)).toBeLessThan(hour)
    vi.setSystemTime(now - day)
    who.state.skew = day
    const session = await who.call<{ expiresAt: number }>('GET', '/api/auth/session')
    expect(session).toMatchObject({ status: 200, body: { expiresAt: verified.body.expiresAt } })
    vi.useRealTimers()
    who.state.skew = 0
    world.wait(30 * day + 1_000)
    expect((await who.call('GET', '/api/auth/session')).status).toBe(401)
  }, 60_000)
})

const disk = postgres === undefined || process.env.TEST_DATABASE_URL ? undefined : smallDisk()
if (disk === undefined) console.warn('Skipped: a full disk (needs PostgreSQL, and root to mount a small one)')
afterAll(() => disk?.remove())

describe.skipIf(disk === undefined)('on a disk that is full', () => {
  it('[REL-35] says so, loses nothing that was committed, and goes on once there is space', async () => {
    const place = disk?.path ?? ''
    const full = await findPostgres(place)
    const world = await startWalletWorld({ databaseUrl: full?.url ?? '' })
    const who = await createWalletClient(world)
    await who.signIn('before@mail.example')
    const frame = createFrame(who)
    const { device } = await frame.create()
    world.wait(61_000)
    const owner = new pg.Client({ connectionString: full?.url ?? '' })
    await owner.connect()
    // Ballast takes what is left, then rows take the rest of the files that are there already.
    const { bavail, bsize } = statfsSync(place)
    const ballast = join(place, 'ballast')
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 2 * 1024 * 1024)))
    await owner.query('create table public.filler (a text)')
    const fill = () => owner.query("insert into public.filler select repeat('x', 1900) from generate_series(1, 4000)")
    await expect(
      (async () => {
        for (let at = 0; at < 20; at++) await fill()
      })(),
    ).rejects.toMatchObject({ code: '53100' })
    const statuses = []
    for (let at = 0; at < 12; at++)
      statuses.push((await (await createWalletClient(world)).start(`full-${at}@mail.example`)).status)
    expect(statuses).toContain(503)
    for (const status of statuses) expect([200, 503]).toContain(status)
    rmSync(ballast)
    await owner.query('drop table public.filler')
    expect((await (await createWalletClient(world)).start('after@mail.example')).status).toBe(200)
    expect((await frame.release('vault', device.factor.factorId, 'unlock')).status).toBe(200)
    await owner.end()
    await world.stop()
    await full?.stop()
  }, 120_000)
})
