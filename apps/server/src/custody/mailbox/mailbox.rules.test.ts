import { LatchkeyError } from '@latchkey/protocol/errors'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailbox } from '../../../test/createMailbox.js'
import { plusMs } from '../../platform/db/dbClock.js'
import { rows } from '../../platform/db/rows.js'
import type { Socials } from '../../platform/social/createSocials.js'
import { socialNonce } from '../../platform/social/socialNonce.js'
import type { Principal } from '../../platform/wallet/authenticate.js'
import { bindMailbox } from './bindMailbox.js'
import type { MailboxContext } from './mailboxContext.js'
import { moveMailbox, undoMove } from './moveMailbox.js'
import { proveSocial } from './proveSocial.js'
import { requireMailbox } from './requireMailbox.js'

const [minute, hour] = [60_000, 3_600_000]
const refused = (refusal: string) => ({ refusal })

let custody: Awaited<ReturnType<typeof createMailbox>>
let context: MailboxContext
beforeAll(async () => {
  custody = await createMailbox()
  context = custody.context
}, 180_000)
afterAll(() => custody?.stop())

/** Writes that a device has proven a mailbox. */
async function prove(
  { mailbox, deviceId, kind = 'login', ago = 0 }: { mailbox: string; deviceId: string; kind?: string; ago?: number },
  id = custody.newId(),
): Promise<string> {
  const at = plusMs(context.now(), -ago)
  await custody.db.query.execute(
    sql`insert into recovery.mail_codes (id, kind, mailbox_index, auth_index, device_id, by_link, salt, mac, made_at, expires_at, proven_at)
      values (${id}, ${kind}, ${mailbox}, '', ${deviceId}, false, '', '', ${at}, ${at}, ${at})`,
  )
  return id
}
const forget = (deviceId: string) =>
  custody.db.query.execute(sql`delete from recovery.mail_codes where device_id = ${deviceId}`)
const mailboxOf = async (userId: string) => {
  const [row] = await rows<{ index: string }>(
    custody.db.query,
    sql`select mailbox_index as index from recovery.owners where user_id = ${userId}`,
  )
  return row?.index
}

describe('what needs the mailbox', () => {
  const stepUp = refused('STEP_UP_REQUIRED')
  const auto = { kind: 'auto', purpose: 'unlock' } as const

  it('takes a device that has proven the wallet’s mailbox within five minutes', async () => {
    const { userId, session } = await custody.owner()
    await requireMailbox(context, session, auto)
    await requireMailbox(context, session)
    await expect(requireMailbox(context, { ...session, deviceId: custody.newId() }, auto)).rejects.toMatchObject(stepUp)
    await forget(session.deviceId)
    await expect(requireMailbox(context, session, auto)).rejects.toMatchObject(stepUp)
    for (const [kind, isEnough] of [
      ['step-up', true],
      ['change-primary', false],
      ['change-secondary', false],
    ] as const) {
      await prove({ mailbox: `mailbox of ${userId}`, deviceId: session.deviceId, kind })
      const asked = requireMailbox(context, session, auto)
      await (isEnough ? asked : expect(asked).rejects.toMatchObject(stepUp))
      await forget(session.deviceId)
    }
    const mailbox = `mailbox of ${userId}`
    await prove({ mailbox, deviceId: session.deviceId, ago: 5 * minute })
    await expect(requireMailbox(context, session, auto)).rejects.toMatchObject(stepUp)
    await prove({ mailbox, deviceId: session.deviceId, ago: 5 * minute - 1 })
    await requireMailbox(context, session, auto)
  })

  it('takes no session without a code of late, whatever recovery knows', async () => {
    const { session } = await custody.owner()
    const old: Principal = { ...session, otpAt: session.now - 5 * minute - 1 }
    await expect(requireMailbox(context, old, auto)).rejects.toMatchObject(stepUp)
  })

  it('takes another mailbox only while the wallet is made, or where it never had one and none opens it', async () => {
    const { userId, session } = await custody.owner()
    await forget(session.deviceId)
    await prove({ mailbox: 'another', deviceId: session.deviceId })
    for (const release of [auto, { kind: 'device', purpose: 'unlock' } as const, undefined])
      await expect(requireMailbox(context, session, release)).rejects.toMatchObject(stepUp)
    await requireMailbox(context, session, { kind: 'auto', purpose: 'sign-up-roundtrip' })
    await custody.db.query.execute(sql`delete from recovery.owners where user_id = ${userId}`)
    await expect(requireMailbox(context, session, auto)).rejects.toMatchObject(stepUp)
    await requireMailbox(context, session, { kind: 'device', purpose: 'export' })
    await requireMailbox(context, session)
  })
})

describe('the mailbox of a new wallet', () => {
  /** Has a session be opened by a challenge. */
  const openBy = (sessionId: string, mailId: string) =>
    custody.db.query.execute(sql`update auth.sessions set mail_id = ${mailId} where id = ${sessionId}`)
  const gone = refused('SESSION_EXPIRED')

  it('is the one that its device proved when the session was opened', async () => {
    const { userId, session } = await custody.owner()
    await expect(bindMailbox(context, session)).rejects.toMatchObject(gone)
    const { deviceId } = session
    for (const kind of ['login', 'change-secondary']) {
      await openBy(session.sessionId, await prove({ mailbox: `new by ${kind}`, deviceId, kind }))
      await bindMailbox(context, session)
      expect(await mailboxOf(userId)).toBe(`new by ${kind}`)
    }
    await custody.db.query.execute(sql`delete from recovery.owners where user_id = ${userId}`)
    await bindMailbox(context, session)
    expect(await mailboxOf(userId)).toBe('new by change-secondary')
  })

  it('is none of another device, of another kind, of another session, or unproven', async () => {
    const { userId, session } = await custody.owner()
    const { deviceId } = session
    const bad = [
      await prove({ mailbox: 'bad', deviceId: custody.newId() }),
      await prove({ mailbox: 'bad', deviceId, kind: 'step-up' }),
      await prove({ mailbox: 'bad', deviceId, kind: 'change-primary' }),
      await custody.send({ email: custody.newEmail(), deviceId }),
    ]
    for (const id of bad) {
      await openBy(session.sessionId, id)
      await expect(bindMailbox(context, session)).rejects.toMatchObject(gone)
    }
    await openBy(session.sessionId, await prove({ mailbox: 'bad', deviceId }))
    await expect(bindMailbox(context, { ...session, sessionId: custody.newId() })).rejects.toMatchObject(gone)
    expect(await mailboxOf(userId)).toBe(`mailbox of ${userId}`)
  })
})

describe('a move to another mailbox', () => {
  type Ask = Parameters<typeof moveMailbox>[2]
  const move = (userId: string, deviceId: string, id = custody.newId()) => {
    const ask: Ask = { ask: 'move', id, userId, deviceId }
    return moveMailbox(context, custody.db.query, ask)
  }
  async function proveBoth(
    userId: string,
    deviceId: string,
    { oldAgo = 0, newAgo = 0, oldKind = 'change-primary', newKind = 'change-secondary', newDevice = deviceId } = {},
  ): Promise<void> {
    await forget(deviceId)
    await prove({ mailbox: `mailbox of ${userId}`, deviceId, kind: oldKind, ago: oldAgo })
    await prove({ mailbox: `next of ${userId}`, deviceId: newDevice, kind: newKind, ago: newAgo })
  }

  it('follows one device that proved the old one and then the new one within the hour', async () => {
    const { userId, session } = await custody.owner()
    const { deviceId } = session
    const old = `mailbox of ${userId}`
    await move(userId, deviceId)
    expect(await mailboxOf(userId)).toBe(old)
    for (const change of [
      { oldAgo: hour, newAgo: 1 },
      { oldAgo: 1, newAgo: hour },
      { oldAgo: 1, newAgo: 2 },
      { oldKind: 'step-up' },
      { newKind: 'login' },
      { newDevice: custody.newId() },
    ]) {
      await proveBoth(userId, deviceId, change)
      await move(userId, deviceId)
      expect([change, await mailboxOf(userId)]).toEqual([change, old])
    }
    await proveBoth(userId, deviceId, { oldAgo: hour - 1, newAgo: hour - 1 })
    await move(userId, custody.newId())
    expect(await mailboxOf(userId)).toBe(old)
    await move(userId, deviceId)
    expect(await mailboxOf(userId)).toBe(`next of ${userId}`)
  })

  it('that is not followed is told, unless there is no wallet yet', async () => {
    const { userId, session } = await custody.owner()
    const { deviceId } = session
    const told: unknown[] = []
    const log = { warn: (words: unknown) => void told.push(words) } as unknown as MailboxContext['log']
    const follow = (ofUser: string) =>
      moveMailbox({ ...context, log }, custody.db.query, { ask: 'move', id: custody.newId(), userId: ofUser, deviceId })
    await follow(custody.newId())
    expect(told).toEqual([])
    await follow(userId)
    expect(told).toEqual([expect.stringMatching(/was not followed/)])
    await proveBoth(userId, deviceId)
    await follow(userId)
    expect([told.length, await mailboxOf(userId)]).toEqual([1, `next of ${userId}`])
  })

  it('goes to the newest one that was proven, once for each change, and moves nobody else', async () => {
    const [{ userId, session }, other] = [await custody.owner(), await custody.owner()]
    const { deviceId } = session
    await prove({ mailbox: `mailbox of ${userId}`, deviceId, kind: 'change-primary', ago: 3 })
    await prove({ mailbox: 'first', deviceId, kind: 'change-secondary', ago: 2 })
    await prove({ mailbox: 'last', deviceId, kind: 'change-secondary', ago: 1 })
    const id = custody.newId()
    await move(userId, deviceId, id)
    expect(await mailboxOf(userId)).toBe('last')
    await prove({ mailbox: 'last', deviceId, kind: 'change-primary' })
    await prove({ mailbox: 'more', deviceId, kind: 'change-secondary' })
    await move(userId, deviceId, id)
    expect([await mailboxOf(userId), await mailboxOf(other.userId)]).toEqual(['last', `mailbox of ${other.userId}`])
  })

  it.each(['passkey', 'code'] as const)(
    'takes an answer by the %s of the wallet within the hour, on that device',
    async (kind) => {
      const { userId, walletId, session } = await custody.owner([kind])
      const { deviceId, sessionId } = session
      const isMoved = async () => {
        await move(userId, deviceId)
        return (await mailboxOf(userId)) === `next of ${userId}`
      }
      const answer = (device: string, ago: number) =>
        custody.db.query.execute(
          sql`insert into vault.proofs (session_id, wallet_id, device_id, proven_at, owned_at)
          values (${device === deviceId ? sessionId : custody.newId()}, ${walletId}, ${device}, ${context.now()}, ${plusMs(context.now(), -ago)})
          on conflict (session_id) do update set owned_at = excluded.owned_at`,
        )
      await proveBoth(userId, deviceId)
      expect(await isMoved()).toBe(false)
      await answer(custody.newId(), 0)
      expect(await isMoved()).toBe(false)
      await answer(deviceId, hour)
      expect(await isMoved()).toBe(false)
      await answer(deviceId, hour - 1)
      expect(await isMoved()).toBe(true)
    },
  )

  it('takes no answer for a factor of an older key, or of a wallet that is still being made', async () => {
    for (const spoil of [sql`update vault.wallets set epoch = 2`, sql`update vault.wallets set state = 'creating'`]) {
      const { userId, walletId, session } = await custody.owner(['code'])
      await custody.db.query.execute(sql`${spoil} where id = ${walletId}`)
      await proveBoth(userId, session.deviceId)
      await move(userId, session.deviceId)
      expect(await mailboxOf(userId)).toBe(`next of ${userId}`)
    }
  })

  it('is taken back for 73 hours, with those after it, once, by its own name', async () => {
    const { userId, session } = await custody.owner()
    const { deviceId } = session
    const undo = (id: string, of = userId) => undoMove(context, custody.db.query, { ask: 'undo', id, userId: of })
    async function next(from: string, to: string): Promise<string> {
      custody.clock.now += 1_000
      const id = custody.newId()
      await prove({ mailbox: from, deviceId, kind: 'change-primary' })
      await prove({ mailbox: to, deviceId, kind: 'change-secondary' })
      await move(userId, deviceId, id)
      expect(await mailboxOf(userId)).toBe(to)
      return id
    }
    const first = `mailbox of ${userId}`
    const one = await next(first, 'one')
    const two = await next('one', 'two')
    const three = await next('two', 'three')
    await undo(custody.newId())
    await undo(two, custody.newId())
    expect(await mailboxOf(userId)).toBe('three')
    await undo(two)
    expect(await mailboxOf(userId)).toBe('one')
    // What came after is forgotten, and what was undone is so once.
    await undo(three)
    await undo(two)
    expect(await mailboxOf(userId)).toBe('one')
    custody.clock.now += 73 * hour - 2_001
    await undo(one)
    expect(await mailboxOf(userId)).toBe(first)
    const late = await next(first, 'late')
    custody.clock.now += 73 * hour
    await undo(late)
    expect(await mailboxOf(userId)).toBe('late')
  })
})

describe('the word of a provider', () => {
  type Profile = Socials['profile']
  const socials = (profile: Profile) => ({ has: (name: string) => name === 'google', profile }) as unknown as Socials
  const said = { subject: '1001', email: null, isVerified: false, userName: null }
  const give = (
    parts: Partial<MailboxContext>,
    ask: { id: string; deviceId: string; provider?: 'google' | 'github'; kind?: 'link' | 'login' },
  ) =>
    proveSocial(
      { ...context, ...parts },
      {
        ask: 'social',
        evidence: 'the token',
        provider: 'google',
        kind: 'login',
        sessionId: null,
        ...ask,
      },
    )
  const provenFor = (id: string) =>
    rows<{ kind: string; index: string; deviceId: string; proven: boolean; left: number }>(
      custody.db.query,
      sql`select kind, mailbox_index as index, device_id as "deviceId", proven_at = ${context.now()} as proven,
        extract(epoch from expires_at - ${context.now()})::int as left from recovery.mail_codes where id = ${id}`,
    )

  it('proves its account to the device of the sign-in, which it names', async () => {
    const [id, deviceId] = [custody.newId(), custody.newId()]
    const asked: unknown[] = []
    const profile: Profile = async (...words) => {
      asked.push(words)
      return said
    }
    await give({ socials: socials(profile) }, { id, deviceId })
    expect(asked).toEqual([['google', 'the token', { nonce: socialNonce({ id, deviceId }) }]])
    const proof = { kind: 'login', index: custody.indexOf('social:google:1001'), deviceId, proven: true, left: 600 }
    expect(await provenFor(id)).toEqual([proof])
    // A second word about the same sign-in changes nothing.
    await give({ socials: socials(async () => ({ ...said, subject: '1002' })) }, { id, deviceId })
    expect(await provenFor(id)).toEqual([proof])
  })

  it('proves nothing where the provider is not known, or does not agree; what breaks is told', async () => {
    const [id, deviceId] = [custody.newId(), custody.newId()]
    await give({}, { id, deviceId })
    await give({ socials: socials(async () => said) }, { id, deviceId, provider: 'github' })
    const no: Profile = async () => {
      throw new LatchkeyError('UNAUTHORIZED', 'No')
    }
    await give({ socials: socials(no) }, { id, deviceId })
    expect(await provenFor(id)).toEqual([])
    const broken: Profile = async () => {
      throw new TypeError('broken')
    }
    await expect(give({ socials: socials(broken) }, { id, deviceId })).rejects.toThrow('broken')
  })

  it('keeps sealed, for a link alone, by what name a person knows the account', async () => {
    const sealedOf = async (id: string) => {
      const [row] = await rows<{ sealed: string | null }>(
        custody.db.query,
        sql`select account_box as sealed from recovery.mail_codes where id = ${id}`,
      )
      return row?.sealed
    }
    const named = async (names: { email: string | null; userName: string | null }, kind: 'link' | 'login') => {
      const [id, deviceId] = [custody.newId(), custody.newId()]
      await give({ socials: socials(async () => ({ ...said, ...names })) }, { id, deviceId, kind })
      const sealed = await sealedOf(id)
      return sealed ? JSON.parse(context.box.open(sealed, `link/${id}`)) : sealed
    }
    const both = { email: 'anna@mail.example', userName: 'anna' }
    expect(await named(both, 'login')).toBeNull()
    expect(await named(both, 'link')).toEqual({ provider: 'google', name: 'anna@mail.example' })
    expect(await named({ ...both, email: null }, 'link')).toEqual({ provider: 'google', name: 'anna' })
  })
})
