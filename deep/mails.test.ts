import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
// biome-ignore-start lint/style/noRestrictedImports: what stands around a server in its tests
import { bundleServer } from '../apps/server/test/bundleServer.js'
import { findPostgres, type Service } from '../apps/server/test/findService.js'
import { type Inbox, startInbox } from '../apps/server/test/startInbox.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { printedSeed, rounds } from './rounds.js'
import { apart, createLane, type Lane } from './test/createLane.js'
import { createPerson } from './test/createPerson.js'
import { createRandom } from './test/createRandom.js'
import { killAtEach } from './test/killAtEach.js'

const total = rounds(2, 50)
const folder = mkdtempSync(join(tmpdir(), 'latchkey-deep-mails-'))
const postgres: Service | undefined = await findPostgres()
if (postgres === undefined) console.warn('Skipped: mails of killed servers (no TEST_DATABASE_URL and no initdb found)')
const lanes: { lane: Lane; inbox: Inbox }[] = []

beforeAll(async () => {
  if (postgres === undefined) return
  const program = await bundleServer(folder)
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  for (let at = 0; at < 2; at++) {
    const name = `mails_${process.pid}_${at}`
    await owner.query(`create database ${name}`)
    const database = new URL(postgres.url)
    database.pathname = `/${name}`
    const inbox = await startInbox()
    const lane = await createLane(program, { folder: join(folder, name), database: database.href, inbox, split: apart })
    lanes.push({ lane, inbox })
  }
  await owner.end()
}, 180_000)
afterAll(async () => {
  for (const { lane, inbox } of lanes) {
    await lane.stop()
    await inbox.stop()
  }
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

it.skipIf(postgres === undefined)(
  '[REL-38] every mail that was written down goes out, wherever its server was killed, and none that was not',
  async () => {
    const random = createRandom(printedSeed('mails'))
    let people = 0
    const begin = async (lane: Lane) => {
      const { client, email } = await createPerson(lane, `mail-${++people}`)
      return () => client.start(email)
    }
    const world = { rounds: total, lanes: lanes.map(({ lane }) => lane) }
    const kills = await killAtEach(['/email/start$'], world, random, {
      observe: async (lane, watch) => watch(await begin(lane)),
      round: async (lane, die) => {
        const { died } = await die(await begin(lane))
        // The minute that has passed meanwhile is more than any server keeps a mail to itself.
        expect((await lane.sweep()).mails).toBe(0)
        return died
      },
    })
    const counts = { kills, written: 0, sent: 0, copies: 0 }
    for (const { lane, inbox } of lanes) {
      const left = await lane.sweep()
      const ids = new Set(inbox.mails.map(({ messageId }) => messageId))
      counts.written += Number(left.challenges)
      counts.sent += new Set(inbox.mails.map(({ to }) => to?.[0]?.address)).size
      // A server that dies between sending and saying so leaves a second copy of one mail, which mailboxes can tell.
      counts.copies += inbox.mails.length - ids.size
      expect(ids.size).toBe(left.challenges)
    }
    console.log(`mails: ${JSON.stringify(counts)}`)
    expect(counts.sent).toBe(counts.written)
  },
)
