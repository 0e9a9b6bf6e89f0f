import type { FactorKind } from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustody } from '../../test/createCustody.js'
import { createMaker } from '../../test/createMaker.js'
import { rows } from '../platform/db/rows.js'
import { hashToken } from '../platform/secrets/randomId.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { issueChallenge } from './challenges.js'
import { askDeletion, scheduleDeletion, shredHalves, shredWallets } from './deletions.js'
import { noteProof } from './proofs.js'

const week = 7 * 86_400_000
const refused = (refusal: string) => ({ refusal })

let custody: Awaited<ReturnType<typeof createCustody>>
let maker: ReturnType<typeof createMaker>
beforeAll(async () => {
  custody = await createCustody()
  maker = createMaker(custody)
}, 180_000)
afterAll(() => custody?.stop())

const all = <Row extends object>(query: ReturnType<typeof sql>) => rows<Row>(custody.db.query, query)
const run = (query: ReturnType<typeof sql>) => custody.db.query.execute(query)
const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`
const noticesOf = (userId: string) =>
  all<{ title: string; body: string; label: string; url: string }>(
    sql`select title, body, link_label as label, link_url as url from auth.notices where user_id = ${userId}`,
  )
const deletionOf = async (userId: string) =>
  (
    await all<{ keep: string; shredded: boolean; held: boolean | null }>(
      sql`select keep_hash as keep, shredded_at is not null as shredded, had_wallet as held from vault.deletions where user_id = ${userId}`,
    )
  )[0]
const counts = async (tables: readonly string[], userId: string) =>
  Promise.all(
    tables.map(async (table) => (await all(sql`select 1 from ${sql.raw(table)} where user_id = ${userId}`)).length),
  )

/** An owner who has just opened the wallet on this browser. */
async function owner(kinds: readonly FactorKind[] = ['auto']) {
  const made = await custody.owner(kinds)
  await noteProof(custody.context, made.session, { walletId: made.walletId, kind: 'device' })
  return { ...made, ask: (session: Principal = made.session) => askDeletion(custody.context, session) }
}

describe('asking for a deletion', () => {
  it('is taken from who has just opened the wallet and read its mailbox, and is told at once', async () => {
    const { userId, session } = await owner()
    let sent = 0
    const context = { ...custody.context, sendNotices: async () => void sent++ }
    const dueAt = custody.clock.now + week
    expect(await askDeletion(context, session)).toEqual({ dueAt })
    expect(sent).toBe(1)
    const [notice, more] = await noticesOf(userId)
    const on = new Date(dueAt).toISOString().slice(0, 16).replace('T', ' ')
    expect([notice, more]).toEqual([
      {
        title: 'Your wallet will be deleted',
        body: expect.stringMatching(
          new RegExp(`^This was asked for from “Chrome”\\. On ${on} UTC the wallet and all that`),
        ),
        label: 'Keep my wallet',
        url: expect.stringMatching(/^https:\/\/wallet\.example\/keep\?token=[\w-]{43}$/),
      },
      undefined,
    ])
    const token = new URL(notice?.url ?? '').searchParams.get('token') ?? ''
    expect(await deletionOf(userId)).toMatchObject({ keep: hashToken(token), shredded: false })
  })

  it('asks for a code typed inside, a known browser, and a wallet that was opened just now', async () => {
    const { session, ask, walletId, userId } = await owner()
    await expect(ask({ ...session, typedIn: 'host' })).rejects.toMatchObject(refused('TYPED_OUTSIDE'))
    await expect(ask({ ...session, otpAt: 0 })).rejects.toMatchObject(refused('STEP_UP_REQUIRED'))
    const young = ask({ ...session, frozenUntil: session.now + 1 })
    await expect(young).rejects.toMatchObject(refused('FROZEN'))
    await run(sql`delete from vault.proofs where wallet_id = ${walletId}`)
    await expect(ask()).rejects.toMatchObject(refused('PROOF_WRONG'))
    expect(await deletionOf(userId)).toBeUndefined()
  })

  it.each(['passkey', 'code'] as const)('takes the answer of a %s where the wallet has one', async (kind) => {
    const { session, ask, walletId } = await owner(['auto', kind])
    await expect(ask()).rejects.toMatchObject(refused('OWNER_REQUIRED'))
    await noteProof(custody.context, session, { walletId, kind })
    expect(await ask()).toEqual({ dueAt: custody.clock.now + week })
  })

  it('takes a mailbox from who has no wallet, and one that was left in the making is none', async () => {
    const { session, userId } = await custody.owner(['auto'], 'creating')
    const other = { ...session, otpAt: 0 }
    await expect(askDeletion(custody.context, other)).rejects.toMatchObject(refused('STEP_UP_REQUIRED'))
    await askDeletion(custody.context, session)
    expect(await noticesOf(userId)).toEqual([
      {
        title: 'Your data will be deleted',
        body: expect.stringContaining('You have no wallet'),
        label: 'Keep my data',
        url: expect.stringContaining('/keep?token='),
      },
    ])
  })

  it('stays as it was first written down, with one mail', async () => {
    const { userId, ask, session } = await owner()
    const first = await ask()
    const before = await deletionOf(userId)
    const later = custody.later(session, 1_000)
    expect(await ask(later)).toEqual(first)
    expect(await scheduleDeletion(custody.context, userId, 'The operator asked.')).toEqual(first)
    expect(await deletionOf(userId)).toEqual(before)
    expect(await noticesOf(userId)).toHaveLength(1)
  })
})

describe('a deletion that is due', () => {
  const kept = ['vault.wallets', 'vault.answers', 'vault.vouchers', 'recovery.halves', 'recovery.owners']

  /** A user with a row in each table of both roles, whose wait ends in so many milliseconds. */
  async function doomed(left: number) {
    const { session, userId, of, walletId } = await maker.owner()
    const { factorId } = of('auto').factor
    await issueChallenge(maker.vault, session, { factorId, purpose: 'unlock' })
    await issueChallenge(maker.recovery, session, { factorId, purpose: 'unlock' })
    await run(
      sql`insert into vault.vouchers (hash, user_id, device_id, expires_at) values (${custody.newId()}, ${userId}, '', ${at(0)})`,
    )
    await run(
      sql`update recovery.mail_codes set mailbox_index = ${`mailbox of ${userId}`} where device_id = ${session.deviceId}`,
    )
    const now = custody.clock.now
    await run(
      sql`insert into vault.deletions (user_id, asked_at, due_at, keep_hash) values (${userId}, ${at(now)}, ${at(now + left)}, ${userId})`,
    )
    const challenges = async () =>
      Promise.all(
        ['vault', 'recovery'].map(
          async (role) =>
            (await all(sql`select 1 from ${sql.raw(role)}.challenges where factor_id = ${factorId}`)).length > 0,
        ),
      )
    const codes = () => all(sql`select 1 from recovery.mail_codes where device_id = ${session.deviceId}`)
    return { userId, walletId, challenges, codes }
  }

  it('takes what the vault keeps, then what recovery keeps, of that user alone', async () => {
    const [due, soon, also, staying] = [await doomed(0), await doomed(1), await doomed(-1_000), await maker.owner()]
    const whole = [1, 1, 1, 1, 1]
    expect(await counts(kept, due.userId)).toEqual(whole)
    await shredHalves(custody.context)
    expect(await counts(kept, due.userId)).toEqual(whole)
    await shredWallets(custody.context)
    for (const { userId, challenges } of [due, also]) {
      expect(await counts(kept, userId)).toEqual([0, 0, 0, 1, 1])
      expect(await challenges()).toEqual([false, true])
      expect(await deletionOf(userId)).toMatchObject({ shredded: true, held: true })
    }
    await shredHalves(custody.context)
    for (const { userId, challenges, codes } of [due, also]) {
      expect(await counts(kept, userId)).toEqual([0, 0, 0, 0, 0])
      expect([await challenges(), await codes()]).toEqual([[false, false], []])
      expect(await counts(['recovery.deletions'], userId)).toEqual([1])
    }
    expect(await counts(kept, soon.userId)).toEqual(whole)
    expect([await soon.challenges(), (await soon.codes()).length]).toEqual([[true, true], 1])
    expect(await deletionOf(soon.userId)).toMatchObject({ shredded: false })
    expect(await counts(kept, staying.userId)).toEqual([1, 1, 0, 1, 1])
    // The note goes once `auth` has taken its rows, and with them the deletion.
    await shredHalves(custody.context)
    expect(await counts(['recovery.deletions'], due.userId)).toEqual([1])
    await run(sql`delete from vault.deletions where user_id = ${due.userId}`)
    await shredHalves(custody.context)
    expect([
      await counts(['recovery.deletions'], due.userId),
      await counts(['recovery.deletions'], also.userId),
    ]).toEqual([[0], [1]])
  })

  it('remembers that a user had no wallet', async () => {
    const { userId } = await custody.owner([], 'creating')
    await run(
      sql`insert into vault.deletions (user_id, asked_at, due_at, keep_hash) values (${userId}, ${at(0)}, ${at(0)}, ${userId})`,
    )
    await shredWallets(custody.context)
    expect(await deletionOf(userId)).toMatchObject({ shredded: true, held: false })
  })
})
