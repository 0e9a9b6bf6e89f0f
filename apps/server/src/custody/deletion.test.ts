import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { finishDeletions } from '../auth/finishDeletions.js'
import { rows } from '../platform/db/rows.js'
import { receiverOf } from '../platform/mail/receiverOf.js'
import { scheduleDeletion } from './deletions.js'
import { sweepCustody } from './sweepCustody.js'

const [minute, day] = [60_000, 86_400_000]
let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
}, 180_000)
afterAll(() => world?.stop())

const newEmail = () => `gone-${randomBytes(5).toString('hex')}@mail.example`

async function owner({ hasCode = false } = {}) {
  const email = newEmail()
  const client = await createWalletClient(world)
  const { userId } = await client.signIn(email)
  const frame = createFrame(client)
  const wallet = await frame.create()
  const { walletId } = wallet
  const verifier = newId() + newId().slice(0, 21)
  const code = await frame.makeFactor('code', wallet.key, { walletId, more: { clientCipher: 'AAAA', verifier } })
  if (hasCode)
    expect((await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: code.factor })).status).toBe(
      200,
    )
  return { email, client, userId, frame, wallet, verifier, codeId: code.factor.factorId }
}
type Owner = Awaited<ReturnType<typeof owner>>

const ask = ({ client }: Pick<Owner, 'client'>) =>
  client.call<{ dueAt: number; code?: string }>('POST', '/api/vault/deletion')
const planned = async ({ client }: Pick<Owner, 'client'>) => {
  const { body } = await client.call<{ dueAt: number | null; waitMs: number }>('GET', '/api/vault/deletion')
  expect(body.waitMs).toBe(7 * day)
  return body.dueAt
}
const linkOf = (text = '') => /\/keep\?token=([\w-]{43})/.exec(text)?.[1] ?? ''

/** How many rows of each table name a user, their wallet, its factors, their browsers or their address. */
async function traces({ userId, wallet, client }: Owner): Promise<{ [table: string]: number }> {
  const tables = await rows<{ name: string }>(
    world.db.query,
    sql`select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('auth', 'vault', 'recovery') and table_name not in ('limits', 'nonces', 'mailboxes')`,
  )
  const [known] = await rows<{ auth: string; mailbox: string }>(
    world.db.query,
    sql`select ${indexes.get(userId)?.auth ?? ''}::text as auth, ${indexes.get(userId)?.mailbox ?? ''}::text as mailbox`,
  )
  const words = [userId, wallet.walletId, wallet.device.factor.factorId, wallet.auto.factor.factorId, client.deviceId]
  const found: { [table: string]: number } = {}
  for (const { name } of tables) {
    const all = await rows<{ text: string }>(
      world.db.query,
      sql`select row_to_json(t)::text as text from ${sql.raw(name)} t`,
    )
    const count = all.filter(({ text }) =>
      [...words, known?.auth ?? '', known?.mailbox ?? ''].some((word) => word !== '' && text.includes(word)),
    ).length
    if (count > 0) found[name] = count
  }
  return found
}
const indexes = new Map<string, { auth: string; mailbox: string }>()
/** Remembers by what the address of a user is found, which the user's own rows tell only while it is there. */
async function noteIndexes({ userId }: Owner) {
  const [found] = await rows<{ auth: string; mailbox: string }>(
    world.db.query,
    sql`select u.email_index as auth, o.mailbox_index as mailbox from auth.users u join recovery.owners o on o.user_id = u.id
      where u.id = ${userId}`,
  )
  if (found !== undefined) indexes.set(userId, found)
}

describe('the deletion of a wallet', () => {
  it('takes a code of the last minutes and an open wallet, and is told with a link that keeps it', async () => {
    const person = await owner()
    world.wait(6 * minute)
    expect((await ask(person)).body.code).toBe('STEP_UP_REQUIRED')
    await person.client.stepUp(person.email)
    expect((await ask(person)).body.code).toBe('PROOF_WRONG')
    await person.frame.release('vault', person.wallet.device.factor.factorId, 'unlock')
    const before = world.time()
    const { status, body } = await ask(person)
    expect(status).toBe(200)
    expect(body.dueAt - before).toBeGreaterThanOrEqual(7 * day - minute)
    expect(body.dueAt - before).toBeLessThan(7 * day + minute)
    const mail = await world.inbox.next(person.email, /will be deleted/)
    expect(mail.text).toMatch(/money in it is lost unless you send it elsewhere or export the wallet/)
    // Asked again, it is the same deletion and no second mail.
    expect((await ask(person)).body).toEqual(body)
    expect(await planned(person)).toBe(body.dueAt)
    const path = `/keep?token=${linkOf(mail.text)}`
    const looked = await world.app().request(path)
    expect([looked.status, await planned(person)]).toEqual([200, body.dueAt])
    const press = () =>
      world.app().request('/keep', { method: 'POST', body: new URLSearchParams({ token: linkOf(mail.text) }) })
    expect((await press()).status).toBe(200)
    expect(await planned(person)).toBe(null)
    await world.app().settle()
    expect((await world.inbox.next(person.email, /wallet stays/)).text).toContain('Nothing was deleted')
    expect([(await press()).status, (await world.app().request(path)).status]).toEqual([410, 410])
    expect(
      world.inbox.mails.filter(({ subject, to }) => subject === mail.subject && to?.[0]?.address === person.email),
    ).toHaveLength(1)
    world.wait(8 * day)
    await world.app().settle()
    expect((await person.client.call('GET', '/api/auth/session')).status).toBe(200)
  }, 60_000)

  it('takes the passkey or the recovery code where the wallet has one: mailbox and browser are not enough', async () => {
    const person = await owner({ hasCode: true })
    expect((await ask(person)).body.code).toBe('OWNER_REQUIRED')
    // A thief with the mailbox, on a browser of their own.
    world.wait(minute)
    const thief = await createWalletClient(world)
    await thief.signIn(person.email)
    expect((await ask({ client: thief })).status).toBe(403)
    expect(await planned(person)).toBe(null)
    const { verifier } = person
    expect((await person.frame.release('vault', person.codeId, 'unlock', { verifier })).status).toBe(200)
    expect((await ask(person)).status).toBe(200)
  }, 60_000)

  it('is refused while the wallet is frozen, and a freeze takes one back that was asked for', async () => {
    const person = await owner()
    expect((await ask(person)).status).toBe(200)
    const mail = await world.inbox.next(person.email, /will be deleted/)
    const token = /\/freeze\?token=([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? ''
    await world.app().request('/freeze', { method: 'POST', body: new URLSearchParams({ token }) }, person.client.env)
    expect(await planned(person)).toBe(null)
    await world.app().settle()
    expect((await world.inbox.next(person.email, /is frozen/)).text).toContain('was to be deleted: that was taken back')
    expect((await ask(person)).body.code).toBe('WALLET_FROZEN')
  }, 60_000)

  it('is taken back by signing in and choosing so', async () => {
    const person = await owner()
    expect((await ask(person)).status).toBe(200)
    world.wait(3 * day)
    const again = await createWalletClient(world)
    await again.signIn(person.email)
    expect((await again.call('DELETE', '/api/vault/deletion')).status).toBe(200)
    expect(await planned(person)).toBe(null)
    expect((await again.call('DELETE', '/api/vault/deletion')).body.code).toBe('NOT_FOUND')
  }, 60_000)

  it('leaves nothing of it in any table, and the address gets a new wallet that opens nothing of the old one', async () => {
    const person = await owner({ hasCode: true })
    const { email, client, userId, frame, wallet, verifier } = person
    await noteIndexes(person)
    await frame.release('vault', person.codeId, 'unlock', { verifier })
    expect((await ask(person)).status).toBe(200)
    world.wait(7 * day - 10 * minute)
    await world.app().settle()
    expect(Object.keys(await traces(person))).toEqual(
      expect.arrayContaining([
        'auth.users',
        'auth.devices',
        'vault.wallets',
        'vault.factors',
        'recovery.halves',
        'recovery.owners',
      ]),
    )
    expect((await frame.release('recovery', wallet.auto.factor.factorId, 'unlock')).status).not.toBe(404)
    world.wait(11 * minute)
    // From the moment that it is due nothing opens, before any sweep too.
    expect((await client.call('GET', '/api/auth/session')).status).toBe(401)
    const late = await createWalletClient(world)
    const { body } = await late.start(email)
    await late.approve(email)
    expect((await late.verify(body.challengeId, await late.readCode(email))).body.code).toBe('CONFLICT')
    await world.app().settle()
    expect((await world.inbox.next(email, /was deleted/)).text).toContain('Nobody can restore the wallet')
    // What recovery noted for auth goes with the next sweep.
    await world.app().settle()
    expect(await traces(person)).toEqual({})
    world.wait(minute)
    const anew = await createWalletClient(world)
    const session = await anew.signIn(email)
    expect([session.userId === userId, session.walletId]).toEqual([false, null])
    const other = createFrame(anew)
    for (const { factorId } of [wallet.device.factor, wallet.auto.factor])
      for (const role of ['vault', 'recovery'] as const)
        expect((await other.release(role, factorId, 'recover')).body.code).toBe('NOT_FOUND')
    expect((await other.create()).created.status).toBe(200)
    // What is swept next leaves the new wallet alone.
    await world.app().settle()
    expect((await anew.call('GET', '/api/vault/factors')).body).toMatchObject({ walletId: expect.any(String) })
  }, 60_000)

  it('goes on where a server was killed, role by role, and tells its person once', async () => {
    const person = await owner()
    await noteIndexes(person)
    expect((await ask(person)).status).toBe(200)
    world.wait(7 * day + minute)
    const { options } = world
    const put: string[] = []
    const outbox = { put: async () => void put.push('mail'), poke: () => undefined } as never
    const auth = { ...options, outbox }
    // Nobody comes before the vault, and auth not before recovery.
    await finishDeletions(auth)
    await sweepCustody({ ...options, schema: 'recovery' })
    expect(await traces(person)).toMatchObject({ 'auth.users': 1, 'recovery.halves': 1, 'vault.wallets': 1 })
    await sweepCustody({ ...options, schema: 'vault' })
    await finishDeletions(auth)
    expect(await traces(person)).toMatchObject({ 'auth.users': 1, 'recovery.halves': 1 })
    expect(await traces(person)).not.toHaveProperty(['vault.wallets'])
    await sweepCustody({ ...options, schema: 'recovery' })
    const failing = {
      ...auth,
      outbox: { ...(outbox as object), put: () => Promise.reject(new Error('killed')) } as never,
    }
    await expect(finishDeletions(failing)).rejects.toThrow('killed')
    expect(await traces(person)).toMatchObject({ 'auth.users': 1 })
    await Promise.all([finishDeletions(auth), finishDeletions(auth)])
    await finishDeletions(auth)
    await sweepCustody({ ...options, schema: 'recovery' })
    expect([await traces(person), put]).toEqual([{}, ['mail']])
  }, 60_000)

  it('takes place where an address cannot be opened, and holds up nobody else', async () => {
    const [closed, other] = [await owner(), await owner()]
    await scheduleDeletion({ ...world.options, deletionWait: day }, closed.userId, 'By command.')
    await scheduleDeletion({ ...world.options, deletionWait: 2 * day }, other.userId, 'By command.')
    await world.app().settle()
    await world.db.query.execute(sql`update auth.users set email_box = 'unreadable' where id = ${closed.userId}`)
    world.wait(2 * day + minute)
    await world.app().settle()
    await world.inbox.next(other.email, /was deleted/)
    const left = await rows(
      world.db.query,
      sql`select 1 from auth.users where id in (${closed.userId}, ${other.userId})`,
    )
    expect(left).toEqual([])
  }, 60_000)

  it('tells the address of before too, as long as it can undo the change', async () => {
    const { email, client, userId } = await owner()
    world.wait(25 * 60 * minute)
    await client.stepUp(email)
    const next = newEmail()
    await client.call('POST', '/api/auth/email/change/start', { newEmail: next })
    await client.change('primary', { code: await client.readCode(email) })
    expect((await client.change('secondary', { code: await client.readCode(next), email: next })).status).toBe(200)
    await scheduleDeletion({ ...world.options, deletionWait: day }, userId, 'By command.')
    await world.app().settle()
    for (const to of [email, next])
      expect((await world.inbox.next(to, /will be deleted/)).text).toContain('By command.')
    world.wait(day + minute)
    await world.app().settle()
    for (const to of [email, next]) expect((await world.inbox.next(to, /was deleted/)).text).toContain('new wallet')
  }, 60_000)

  it('drops the waiting mails to its addresses, and opens none that say to whom they go', async () => {
    const person = await owner()
    await noteIndexes(person)
    const { box, now, db } = world.options
    const put = (id: string, to: string, receiver: string | null, text?: string) =>
      db.query.execute(sql`insert into auth.outbox (id, box, receiver_index, next_at, expires_at)
        values (${id}, ${text ?? box.seal(JSON.stringify({ to }), `outbox/${id}`)}, ${receiver},
          ${now()} + interval '80 days', ${now()} + interval '90 days')`)
    const stranger = newEmail()
    await put('mine', person.email, receiverOf(box, person.email))
    await put('mine-older', person.email, null)
    await put('other', stranger, receiverOf(box, stranger), 'what nobody can open')
    await put('other-older', stranger, null)
    await scheduleDeletion({ ...world.options, deletionWait: day }, person.userId, 'By command.')
    world.wait(day + minute)
    await world.app().settle()
    expect((await world.inbox.next(person.email, /was deleted/)).text).toContain('new wallet')
    const left = await rows<{ id: string }>(
      db.query,
      sql`delete from auth.outbox where id in ('mine', 'mine-older', 'other', 'other-older') returning id`,
    )
    expect(left.map(({ id }) => id).sort()).toEqual(['other', 'other-older'])
  }, 60_000)

  it('needs no wallet', async () => {
    const email = newEmail()
    const client = await createWalletClient(world)
    await client.signIn(email)
    expect((await ask({ client })).status).toBe(200)
    await world.app().settle()
    const told = await world.inbox.next(email, /Your data will be deleted/)
    const page = await world.app().request(`/keep?token=${linkOf(told.text)}`)
    expect(await page.text()).toContain('Keep your data?')
    world.wait(7 * day + minute)
    await world.app().settle()
    expect((await world.inbox.next(email, /Your data was deleted/)).text).toContain('You had no wallet.')
  }, 60_000)
})
