import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createWalletClient } from '../../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../../test/startWalletWorld.js'
import { createWalletApp } from '../../walletApp.js'
import type { Db } from '../db/db.js'
import { rows } from '../db/rows.js'
import { createOutbox, type Outbox } from './createOutbox.js'
import { type MailMessage, mailsAtOnce } from './mail.js'

let world: WalletWorld
const opened: Outbox[] = []
beforeAll(async () => {
  // Without the role `auth` it sends no mails itself, so none but the servers of these tests looks into the outbox.
  world = await startWalletWorld({ more: { roles: ['vault'] } })
}, 180_000)
afterEach(async () => {
  await Promise.all(opened.splice(0).map((outbox) => outbox.close()))
  await world.db.query.execute(sql`delete from auth.outbox`)
})
afterAll(() => world?.stop())

const text = (statement: unknown) => new PgDialect().sqlToQuery(statement as SQL).sql
/** A database that does something else with some statements. */
function onStatement(fits: RegExp, instead: (run: () => Promise<unknown>, statement: string) => Promise<unknown>): Db {
  const { query } = world.db
  const execute = (statement: SQL) =>
    fits.test(text(statement))
      ? instead(async () => query.execute(statement), text(statement))
      : query.execute(statement)
  return {
    ...world.db,
    query: new Proxy(query, { get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)) }),
  }
}

/** One server's outbox, with what it has sent and when each is through. */
function openOutbox(
  more: { db?: Db; hold?: (to: string) => Promise<void> | undefined; times?: { lease?: number; pause?: number } } = {},
) {
  const sent: string[] = []
  const ids: (string | undefined)[] = []
  const mail = {
    async send({ to, id }: MailMessage) {
      ids.push(id)
      await more.hold?.(to)
      sent.push(to)
    },
    close: () => undefined,
  }
  const outbox = createOutbox(
    { ...world.options, mail, ...(more.db ? { db: more.db } : {}) },
    { pause: 50, ...more.times },
  )
  opened.push(outbox)
  return { outbox, sent, ids }
}
const put = (outbox: Outbox, to: string) => outbox.put(world.db.query, { to, subject: 'a', text: 'a', html: 'a' })
/** Something to wait for that another line ends. */
function hold() {
  let release = () => undefined as unknown
  const over = new Promise<void>((resolve) => {
    release = () => resolve()
  })
  return { over, release }
}

it('[REL-38] holds up no mail behind one that the mail server is slow to take', async () => {
  const slow = hold()
  const { outbox, sent } = openOutbox({ hold: (to) => (to === 'slow' ? slow.over : undefined) })
  await put(outbox, 'slow')
  outbox.poke()
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), 10_000)
  await put(outbox, 'quick')
  outbox.poke()
  await vi.waitFor(() => expect(sent).toEqual(['quick']), 10_000)
  slow.release()
  await outbox.drain()
  expect(sent).toEqual(['quick', 'slow'])
})

/** What no server has taken. */
async function waiting(): Promise<string[]> {
  const found = await rows<{ id: string }>(
    world.db.query,
    sql`select id from auth.outbox where next_at <= ${world.options.now()}`,
  )
  return found.map(({ id }) => id)
}

it('[REL-38] has at most so many mails on their way at once, and sends the others as soon as there is room', async () => {
  let most = 0
  let under = 0
  const { outbox, sent } = openOutbox({
    async hold() {
      most = Math.max(most, ++under)
      await new Promise((resolve) => setImmediate(resolve))
      under--
    },
  })
  const all = Array.from({ length: 3 * mailsAtOnce }, (_, at) => `to-${at}`)
  for (const to of all) await put(outbox, to)
  outbox.poke()
  await vi.waitFor(() => expect(sent).toHaveLength(all.length), 10_000)
  expect([...sent].sort()).toEqual(all.sort())
  expect(most).toBeLessThanOrEqual(mailsAtOnce)
})

it('[REL-38] leaves a mail to the server that sends it for as long as that takes', async () => {
  const slow = hold()
  const one = openOutbox({ hold: () => slow.over })
  const other = openOutbox()
  await put(one.outbox, 'slow')
  one.outbox.poke()
  await vi.waitFor(() => expect(one.ids).toHaveLength(1), 10_000)
  for (let at = 0; at < 8; at++) {
    world.wait(10_000)
    // Its server says again and again that it is at it.
    await vi.waitFor(async () => {
      const [row] = await rows<{ isKept: boolean }>(
        world.db.query,
        sql`select next_at > ${world.options.now()} + interval '15 seconds' as "isKept" from auth.outbox`,
      )
      expect(row).toEqual({ isKept: true })
    }, 10_000)
    await other.outbox.drain()
  }
  expect(other.ids).toEqual([])
  slow.release()
  await one.outbox.drain()
  world.wait(60_000)
  await other.outbox.drain()
  expect([...one.sent, ...other.sent]).toEqual(['slow'])
})

it('[REL-20] sends no mail again because the database was gone when it had to be told that it was sent', async () => {
  let faults = 3
  const db = onStatement(/^delete from auth\.outbox where id/, async (run) => {
    if (faults-- > 0) throw Object.assign(new Error('cut'), { code: '57P01' })
    return run()
  })
  const { outbox, sent } = openOutbox({ db })
  await put(outbox, 'once')
  outbox.poke()
  await vi.waitFor(() => expect(faults).toBeLessThan(3), 10_000)
  world.wait(25_000)
  await vi.waitFor(async () => {
    await outbox.drain()
    expect(await rows(world.db.query, sql`select 1 from auth.outbox`)).toEqual([])
  }, 10_000)
  expect(sent).toEqual(['once'])
})

it('[REL-20] sends no mail again that a claim brings whose answer comes after it was sent and deleted', async () => {
  const [slow, deleted] = [hold(), hold()]
  let claims = 0
  const db = onStatement(
    /^(update auth\.outbox set attempts|delete from auth\.outbox where id)/,
    async (run, statement) => {
      const answer = await run()
      if (statement.startsWith('delete')) deleted.release()
      else if (++claims === 2) await deleted.over.then(() => new Promise((resolve) => setImmediate(resolve)))
      return answer
    },
  )
  const { outbox, sent, ids } = openOutbox({ db, hold: () => slow.over, times: { pause: 3_600_000 } })
  await put(outbox, 'once')
  outbox.poke()
  await vi.waitFor(() => expect(ids).toHaveLength(1), 10_000)
  world.wait(25_000)
  outbox.poke()
  await vi.waitFor(() => expect(claims).toBe(2), 10_000)
  slow.release()
  await outbox.drain()
  expect(sent).toEqual(['once'])
})

it('sends what a server took and never sent, within twenty seconds of its end', async () => {
  const { outbox, sent } = openOutbox()
  // What is left of a server that ended as soon as it had taken the mail.
  await world.db.query.transaction(async (query) => {
    await outbox.put(query, { to: 'left', subject: 'a', text: 'a', html: 'a' })
    await query.execute(
      sql`update auth.outbox set attempts = 1, next_at = ${world.options.now()} + interval '20 seconds'`,
    )
  })
  await outbox.drain()
  expect(sent).toEqual([])
  world.wait(20_000)
  await outbox.drain()
  expect(sent).toEqual(['left'])
})

it('goes on when the database never answers one of its statements', async () => {
  let lost = false
  const db = onStatement(/^update auth\.outbox set attempts/, async (run) => {
    if (lost) return run()
    lost = true
    return new Promise(() => undefined)
  })
  const { outbox, sent } = openOutbox({ db, times: { lease: 1_000 } })
  await put(outbox, 'later')
  outbox.poke()
  await vi.waitFor(() => expect(sent).toEqual(['later']), 15_000)
  expect(lost).toBe(true)
})

it('gives a mail the same id each time it is tried', async () => {
  let refuses = true
  const { outbox, sent, ids } = openOutbox({
    async hold() {
      if (refuses) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    },
  })
  await put(outbox, 'again')
  await outbox.drain()
  refuses = false
  world.wait(60_000)
  await outbox.drain()
  expect(sent).toEqual(['again'])
  expect(ids).toEqual([expect.stringMatching(/^[\w-]{22}$/), ids[0]])
})

it('[REL-38] sends nothing twice when a mail server is gone or slow, and nothing too late', async () => {
  const { mail, ...rest } = world.options
  const options = { ...rest, roles: ['auth'] as const }
  let fault: 'refuses' | 'slow' | 'none' = 'refuses'
  const sent: string[] = []
  const slow = hold()
  let begun = 0
  const flaky: typeof mail = {
    ...mail,
    async send(message) {
      if (fault === 'refuses') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      if (fault === 'slow') {
        begun++
        await slow.over
      }
      sent.push(message.to)
    },
  }
  const app = await createWalletApp({ ...options, mail: flaky })
  const who = await createWalletClient({ ...world, app: () => app })
  expect((await who.start('gone@mail.example')).status).toBe(200)
  await app.settle()
  expect(sent).toEqual([])
  fault = 'slow'
  world.wait(60_000)
  const first = app.settle()
  await vi.waitFor(() => expect(begun).toBe(1), 10_000)
  // Another server looks at the same table meanwhile and leaves what is being sent alone.
  const other = await createWalletApp({ ...options, mail: flaky })
  fault = 'none'
  await other.settle()
  slow.release()
  await first
  expect(sent).toEqual(['gone@mail.example'])
  fault = 'refuses'
  expect((await who.start('late@mail.example')).status).toBe(200)
  await app.settle()
  fault = 'none'
  world.wait(600_000)
  await app.settle()
  expect(sent).toEqual(['gone@mail.example'])
  await other.close()
  await app.close()
})
