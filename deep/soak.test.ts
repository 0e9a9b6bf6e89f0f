import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
// biome-ignore-start lint/style/noRestrictedImports: what stands around a server in its tests
import { findPostgres, findRedis, type OwnService } from '../apps/server/test/findService.js'
import { findNginx } from '../apps/server/test/startNginx.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { printedSeed } from './rounds.js'
import { createRandom } from './test/createRandom.js'
import { startRelayTalk } from './test/relayTalk.js'
import { startGuest } from './test/startGuest.js'
import { type Site, startSite } from './test/startSite.js'
import { startVisitors } from './test/startVisitors.js'

const { LATCHKEY_DEEP, LATCHKEY_SOAK_MINUTES, TEST_DATABASE_URL, TEST_REDIS_URL } = process.env
const isLong = LATCHKEY_DEEP === '1' || Boolean(LATCHKEY_SOAK_MINUTES)
const minutes = isLong ? Number(LATCHKEY_SOAK_MINUTES || 10) : 0
const nginx = findNginx()
const areGiven = Boolean(TEST_DATABASE_URL || TEST_REDIS_URL)
const postgres = nginx === undefined || areGiven ? undefined : await findPostgres()
const redis = postgres === undefined ? undefined : await findRedis()
const isThere = nginx !== undefined && postgres?.own !== undefined && redis?.own !== undefined
if (!isThere)
  console.warn('Skipped: a site under load whose parts are taken away (needs nginx, PostgreSQL and Redis of its own)')
const folder = mkdtempSync(join(tmpdir(), 'latchkey-deep-soak-'))
let site: Site | undefined
afterAll(async () => {
  await site?.stop()
  await redis?.stop()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

/** Something is taken away and given back; the relay may send again what was acknowledged to it in that time. */
type Fault = { name: string; mayRepeat: boolean; run: () => Promise<void> }
type Outcome = { name: string; relay: number; wallet: number; site: number; recovery: number }

const hour = 3_600_000
/** How long all may take to work again once what was taken away is back, in milliseconds. */
const bound = 20_000
/** Acknowledgements are written within this time, in milliseconds. */
const receiptTime = 1_000

it.skipIf(!isThere)(
  `a site whose processes, database, cache and clocks fail in turn loses no message and signs nobody out`,
  async () => {
    if (nginx === undefined || postgres?.own === undefined || redis?.own === undefined) return
    const random = createRandom(printedSeed('soak'))
    const own = await startSite(folder, { nginx, postgres, redis })
    site = own
    const began = performance.now()
    const talk = startRelayTalk({ url: own.relayUrl, lines: isLong ? 8 : 4, pause: 150 })
    const visitors = await startVisitors({
      site: own,
      open: isLong ? 6 : 3,
      pause: 400,
      releaseEvery: isLong ? 75_000 : 10_000,
    })
    const guest = await startGuest({ url: own.apiUrl, pause: 400, signInEvery: isLong ? 20_000 : 5_000 })
    const howLong = () => sleep(isLong ? random(2_000, 12_000) : 1_000)
    const outcomes: Outcome[] = []
    const disturbed: { from: number; to: number }[] = []

    const away = (name: string, own: OwnService, signal: 'SIGTERM' | 'SIGKILL'): Fault => ({
      name: `${name} ${signal === 'SIGTERM' ? 'stopped' : 'killed'}`,
      mayRepeat: own === postgres.own,
      async run() {
        await own.end(signal)
        await howLong()
        await own.start()
      },
    })
    const hung = (name: string, all: readonly OwnService[]): Fault => ({
      name: `${name} hung`,
      mayRepeat: postgres.own !== undefined && all.includes(postgres.own),
      async run() {
        for (const each of all) each.pause()
        await howLong()
        for (const each of all) each.goOn()
      },
    })
    const killed = ({ name, role, process }: (typeof own.processes)[number]): Fault => ({
      name: `${name} killed`,
      mayRepeat: role === 'data',
      async run() {
        process.kill()
        await process.ready()
      },
    })
    const first = own.processes.filter(({ name }) => / 1$/.test(name) && name !== 'recovery 1')
    const clocks = (ahead: number): Fault => ({
      name: ahead === 0 ? 'clocks set right' : `clocks an hour ${ahead > 0 ? 'ahead' : 'behind'}`,
      mayRepeat: true,
      run: async () => void (await Promise.all(first.map(({ process }) => process.shiftClock(ahead)))),
    })
    /** While the clocks are wrong. */
    const wrongTime: Fault = { name: 'on with wrong clocks', mayRepeat: false, run: () => howLong() }
    const inTurn: readonly Fault[] = [
      ...own.processes.filter(({ name }) => isLong || / 2$|recovery/.test(name)).map(killed),
      away('PostgreSQL', postgres.own, 'SIGTERM'),
      away('PostgreSQL', postgres.own, 'SIGKILL'),
      hung('PostgreSQL', [postgres.own]),
      away('Redis', redis.own, 'SIGTERM'),
      away('Redis', redis.own, 'SIGKILL'),
      hung('Redis', [redis.own]),
      hung('PostgreSQL and Redis', [postgres.own, redis.own]),
      clocks(hour),
      wrongTime,
      clocks(-hour),
      wrongTime,
      clocks(0),
    ]

    async function suffer({ name, mayRepeat, run }: Fault): Promise<void> {
      talk.longest()
      visitors.longest()
      guest.longest()
      const from = performance.now()
      await run()
      const back = performance.now()
      const isBack = await Promise.race([
        Promise.all([talk.probe(), visitors.probe(), guest.probe()]).then(() => true),
        sleep(2 * bound, false, { ref: false }),
      ])
      const to = performance.now()
      if (mayRepeat) disturbed.push({ from: from - receiptTime, to })
      const recovery = isBack ? Math.round(to - back) : Number.POSITIVE_INFINITY
      outcomes.push({
        name,
        relay: Math.round(talk.longest()),
        wallet: Math.round(visitors.longest()),
        site: Math.round(guest.longest()),
        recovery,
      })
    }

    const isTime = () => performance.now() - began < minutes * 60_000
    for (const fault of inTurn) await suffer(fault)
    while (isTime()) for (const fault of inTurn) if (isTime()) await suffer(fault)

    const [said, met, visited] = [await talk.end(), await visitors.end(), await guest.end()]
    const [counted] = await own.ask<{ users: number; addresses: number }>(
      'select count(*)::int as users, count(distinct email_index)::int as addresses from auth.users',
    )
    const failures = own.processes.flatMap(({ name, process }) => process.failures.map((text) => `${name}: ${text}`))
    const isDisturbed = (at: number) => disturbed.some(({ from, to }) => at >= from && at <= to)
    const twice = said.repeated.filter(({ taken }) => !isDisturbed(taken))
    const worst = new Map<string, Outcome & { times: number }>()
    for (const one of outcomes) {
      const { relay = 0, wallet = 0, site = 0, recovery = 0, times = 0 } = worst.get(one.name) ?? {}
      worst.set(one.name, {
        name: one.name,
        relay: Math.max(relay, one.relay),
        wallet: Math.max(wallet, one.wallet),
        site: Math.max(site, one.site),
        recovery: Math.max(recovery, one.recovery),
        times: times + 1,
      })
    }
    console.table([...worst.values()])
    const { acknowledged, lost, late, repeated } = said
    console.log(
      `soak: ${JSON.stringify({ seconds: Math.round((performance.now() - began) / 1_000), acknowledged, lost: lost.length, late: late.length, repeated: repeated.length, twice: twice.length, faults: outcomes.length, ...met, ...counted, guest: visited })}`,
    )
    expect({ lost, late, twice }).toEqual({ lost: [], late: [], twice: [] })
    const { signedOut, otherAccount, broken } = met
    const nothing = { signedOut: [], otherAccount: [], broken: [], failures: [] }
    expect({ signedOut, otherAccount, broken, failures }).toEqual(nothing)
    expect(visited).toMatchObject({ over: [], lost: [], ended: [] })
    expect(counted).toEqual({ users: met.addresses, addresses: met.addresses })
    for (const { name, recovery } of outcomes) expect([name, recovery < bound]).toEqual([name, true])
  },
)
