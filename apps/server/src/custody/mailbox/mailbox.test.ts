import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId } from '../../../test/createFrame.js'
import { createWalletClient, type WalletClient } from '../../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../../test/startWalletWorld.js'
import { rows } from '../../platform/db/rows.js'
import { askRecovery, type MailAsk } from '../../platform/wallet/mailAsk.js'

const hour = 3_600_000
let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
}, 180_000)
afterAll(() => world?.stop())

const newEmail = () => `person-${randomBytes(5).toString('hex')}@mail.example`

async function owner() {
  const email = newEmail()
  const client = await createWalletClient(world)
  const { userId } = await client.signIn(email)
  const wallet = await createFrame(client).create()
  return { email, client, userId, factorId: wallet.auto.factor.factorId }
}

/** Signs a new browser in and asks vault and recovery for their halves; gives what they answer. */
async function restore(email: string, factorId: string) {
  world.wait(31_000)
  const client = await createWalletClient(world)
  await client.signIn(email)
  return halves(client, factorId)
}
async function halves(client: WalletClient, factorId: string) {
  const frame = createFrame(client)
  const answers = [
    await frame.release('vault', factorId, 'recover'),
    await frame.release('recovery', factorId, 'recover'),
  ]
  return answers.map(({ status, body }) => (status === 200 ? 200 : body.code))
}

async function mailboxOf(userId: string): Promise<string | null | undefined> {
  await world.app().settle()
  const [found] = await rows<{ index: string | null }>(
    world.db.query,
    sql`select mailbox_index as index from recovery.owners where user_id = ${userId}`,
  )
  return found?.index
}
async function ask(asked: MailAsk): Promise<void> {
  await askRecovery(world.db.query, world.options.now, asked)
  await world.app().settle()
}

/** Changes an address; gives the token of the link that undoes it. */
async function change(client: WalletClient, from: string, to: string): Promise<string> {
  world.wait(31_000)
  await client.call('POST', '/api/auth/email/change/start', { newEmail: to })
  await client.change('primary', { code: await client.readCode(from) })
  const changed = await client.change('secondary', { code: await client.readCode(to), email: to })
  expect(changed.status).toBe(200)
  return /token=([\w-]{43})/.exec((await world.inbox.next(from, /was changed/)).text ?? '')?.[1] ?? ''
}

describe('the mailbox of a wallet', () => {
  it('follows a change of e-mail, and its undoing', async () => {
    const { email, client, userId, factorId } = await owner()
    const before = await mailboxOf(userId)
    const next = newEmail()
    const token = await change(client, email, next)
    expect(await mailboxOf(userId)).not.toBe(before)
    world.wait(71 * hour)
    const undone = await world.app().request('/undo', { method: 'POST', body: new URLSearchParams({ token }) })
    expect(undone.status).toBe(200)
    expect(await mailboxOf(userId)).toBe(before)
    world.wait(24 * hour)
    expect(await restore(email, factorId)).toEqual([200, 200])
  }, 60_000)

  it('is the new one once the days of a change are over, and the old one opens nothing', async () => {
    const { email, client, factorId } = await owner()
    const next = newEmail()
    await change(client, email, next)
    world.wait(73 * hour)
    expect(await restore(next, factorId)).toEqual([200, 200])
    expect(await restore(email, factorId)).not.toContain(200)
  }, 60_000)

  it('is the new one for a wallet that is made after the change', async () => {
    const [email, next] = [newEmail(), newEmail()]
    const client = await createWalletClient(world)
    await client.signIn(email)
    await change(client, email, next)
    const wallet = await createFrame(client).create()
    world.wait(73 * hour)
    expect(await restore(next, wallet.auto.factor.factorId)).toEqual([200, 200])
  }, 60_000)

  it('is handed over once for a wallet from before, at the first look of auth', async () => {
    const { email, userId, factorId } = await owner()
    const bound = await mailboxOf(userId)
    // As the migration leaves a wallet that was made before.
    await world.db.query.execute(sql`update recovery.owners set mailbox_index = null where user_id = ${userId}`)
    const waiting = await createWalletClient(world)
    world.wait(31_000)
    await waiting.signIn(email)
    await world.db.query.execute(sql`update recovery.owners set mailbox_index = null where user_id = ${userId}`)
    // One whose address cannot be opened comes before it, and holds nothing up.
    const { now } = world.options
    await world.db.query.execute(sql`insert into auth.users (id, email_index, email_box, created_at)
      values ('!', 'closed', 'unreadable', ${now()})`)
    await world.db.query.execute(sql`insert into recovery.owners (user_id) values ('!')`)
    expect(await halves(waiting, factorId)).toEqual(['STEP_UP_REQUIRED', 'STEP_UP_REQUIRED'])
    await world.app().settle()
    expect(await halves(waiting, factorId)).toEqual([200, 200])
    await ask({ ask: 'owner', userId, email: newEmail() })
    expect(await mailboxOf(userId)).toBe(bound)
    // Nor does somebody become the owner of a wallet that has none.
    const nobody = newId()
    await ask({ ask: 'owner', userId: nobody, email })
    expect(await mailboxOf(nobody)).toBeUndefined()
  }, 60_000)

  it('cannot be changed by a session that makes the same wallet again', async () => {
    const { client, userId, factorId } = await owner()
    const bound = await mailboxOf(userId)
    world.wait(31_000)
    const other = newEmail()
    const { body } = await client.start(other)
    if (body.action === 'VERIFY_DEVICE') await client.approve(other)
    expect((await client.proveLogin(body.challengeId, await client.readCode(other))).status).toBe(200)
    await world.db.query.execute(sql`update auth.sessions set mail_id = ${body.challengeId} where user_id = ${userId}`)
    const again = await createFrame(client).release('recovery', factorId, 'sign-up-roundtrip')
    expect(again.body.code).toBe('CONFLICT')
    expect(await mailboxOf(userId)).toBe(bound)
  })

  it('must be known before a wallet gets restoring by e-mail', async () => {
    const email = newEmail()
    const client = await createWalletClient(world)
    await client.signIn(email)
    const frame = createFrame(client)
    const made = await frame.create()
    await world.db.query.execute(sql`delete from recovery.owners where user_id = ${client.state.session?.userId}`)
    const { factor } = await frame.makeFactor('auto', made.key, { walletId: made.walletId })
    const added = await client.call('POST', '/api/vault/factors', { walletId: made.walletId, epoch: 1, factor })
    expect(added).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('without restoring by e-mail') },
    })
  })
})

describe('a code', () => {
  it('proves nothing a second time, but an answer that was lost can be asked for again', async () => {
    const email = newEmail()
    const client = await createWalletClient(world)
    const { body } = await client.start(email)
    await client.approve(email)
    const code = await client.readCode(email)
    const proven = () =>
      rows(world.db.query, sql`select proven_at::text from recovery.mail_codes where id = ${body.challengeId}`)
    expect((await client.proveLogin(body.challengeId, code)).status).toBe(200)
    const first = await proven()
    world.wait(120_000)
    expect((await client.proveLogin(body.challengeId, code)).status).toBe(200)
    expect(await proven()).toEqual(first)
    world.wait(181_000)
    expect((await client.proveLogin(body.challengeId, code)).body.code).toBe('CODE_EXPIRED')
  })

  it('is not mailed when it was asked for too long ago, and what recovery cannot read holds nothing up', async () => {
    const [late, email] = [newEmail(), newEmail()]
    const { now, db } = { now: world.options.now, db: world.db }
    await db.query.execute(
      sql`insert into recovery.asks (id, sealed, created_at) values (${newId()}, 'AAAA', ${now()})`,
    )
    const shown = { parentOrigin: 'https://app.localhost', browser: '', place: '', freezeToken: 'A'.repeat(43) }
    const bound = { kind: 'login', deviceId: 'd', email: late, authIndex: 'a', sessionId: null, byLink: true } as const
    const old = () => sql`(${now()} - interval '11 minutes')`
    await askRecovery(db.query, old as typeof now, { ask: 'code', id: newId(), ...bound, ...shown })
    await ask({ ask: 'code', id: newId(), ...bound, ...shown, email })
    await world.inbox.next(email, /is your code/)
    expect(world.inbox.mails.some(({ to }) => to?.some(({ address }) => address === late))).toBe(false)
  })
})
