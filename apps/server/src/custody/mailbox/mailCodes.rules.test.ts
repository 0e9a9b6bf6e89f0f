import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { hpkeInfo, sealHpke } from '@latchkey/protocol/internal/hpke'
import { mailCodeAad } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailbox, type SentCode } from '../../../test/createMailbox.js'
import { plusMs } from '../../platform/db/dbClock.js'
import { rows } from '../../platform/db/rows.js'
import { checkMailCode } from './checkMailCode.js'
import type { MailboxContext } from './mailboxContext.js'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const refused = (refusal: string) => ({ refusal })
const [wrong, expired] = [refused('CODE_WRONG'), refused('CODE_EXPIRED')]
const [locked, invalid] = [refused('LOCKED'), refused('INVALID')]

let custody: Awaited<ReturnType<typeof createMailbox>>
let context: MailboxContext
beforeAll(async () => {
  custody = await createMailbox()
  context = custody.context
}, 180_000)
afterAll(() => custody?.stop())

function seal(bound: { kind: string; deviceId: string; id: string }, said: object, purpose = 'mail-code'): string {
  const message = new TextEncoder().encode(JSON.stringify(said))
  const binding = { info: hpkeInfo(purpose), aad: mailCodeAad(bound) }
  return toBase64Url(sealHpke(context.hpke.publicKey, message, binding))
}

/** Types a code of a sign-in. */
function type(
  { id, deviceId, email }: { id: string; deviceId: string; email?: string },
  code = '123456',
): Promise<void> {
  const sealed = seal({ kind: 'login', deviceId, id }, { code, ...(email === undefined ? {} : { email }) })
  return checkMailCode(context, { deviceId, sealed, challengeId: id })
}
/** Types the last code of a kind in a session. */
function typeIn(
  {
    kind,
    sessionId,
    deviceId,
  }: { kind: 'step-up' | 'change-primary' | 'change-secondary'; sessionId: string; deviceId: string },
  said: { code?: string; email?: string } = {},
): Promise<void> {
  const sealed = seal({ kind, deviceId, id: sessionId }, { code: '123456', ...said })
  return checkMailCode(context, { deviceId, sealed, sessionId, kind })
}
const isProven = async (id: string) =>
  (await rows(custody.db.query, sql`select 1 from recovery.mail_codes where id = ${id} and proven_at is not null`))
    .length > 0
const counted = async (index: string) => {
  const [row] = await rows<{ failures: number; total: number; authIndex: string }>(
    custody.db.query,
    sql`select failures, total, auth_index as "authIndex" from recovery.mailboxes where mailbox_index = ${index}`,
  )
  return row
}

describe('a code from the mailbox', () => {
  it('proves the mailbox of the address that was typed, to the device that asked', async () => {
    const [email, deviceId] = [custody.newEmail(), custody.newId()]
    const id = await custody.send({ email, deviceId })
    await expect(type({ id, deviceId: custody.newId(), email })).rejects.toMatchObject(expired)
    await expect(type({ id: custody.newId(), deviceId, email })).rejects.toMatchObject(expired)
    await expect(type({ id, deviceId, email }, '654321')).rejects.toMatchObject(wrong)
    await expect(type({ id, deviceId, email }, 'abcdef')).rejects.toMatchObject(wrong)
    await expect(type({ id, deviceId, email: custody.newEmail() })).rejects.toMatchObject(wrong)
    expect(await isProven(id)).toBe(false)
    await type({ id, deviceId, email: email.toUpperCase() }, '123-456')
    expect(await isProven(id)).toBe(true)
    expect(await counted(custody.indexOf(email))).toBeUndefined()
  })

  it('of a sign-in proves nothing without an address, and that of the account’s own needs none', async () => {
    const [email, deviceId, sessionId] = [custody.newEmail(), custody.newId(), custody.newId()]
    const id = await custody.send({ email, deviceId })
    await expect(type({ id, deviceId })).rejects.toMatchObject(wrong)
    for (const kind of ['step-up', 'change-primary'] as const) {
      const own = await custody.send({ kind, email, deviceId, sessionId })
      await typeIn({ kind, sessionId, deviceId })
      expect(await isProven(own)).toBe(true)
    }
    const other = await custody.send({ kind: 'change-secondary', email, deviceId, sessionId })
    await expect(typeIn({ kind: 'change-secondary', sessionId, deviceId })).rejects.toMatchObject(wrong)
    await typeIn({ kind: 'change-secondary', sessionId, deviceId }, { email })
    expect(await isProven(other)).toBe(true)
  })

  it('of a session is that session’s and that kind’s, the newest, and that of a sign-in no session’s', async () => {
    const [email, deviceId, sessionId] = [custody.newEmail(), custody.newId(), custody.newId()]
    const older = await custody.send({ kind: 'step-up', email, deviceId, sessionId, code: '111111' })
    custody.clock.now += 1_000
    const newer = await custody.send({ kind: 'step-up', email, deviceId, sessionId, code: '222222' })
    const asked = { kind: 'step-up', sessionId, deviceId } as const
    await expect(typeIn({ ...asked, sessionId: custody.newId() }, { code: '222222' })).rejects.toMatchObject(expired)
    await expect(typeIn({ ...asked, kind: 'change-primary' }, { code: '222222' })).rejects.toMatchObject(expired)
    await expect(typeIn(asked, { code: '111111' })).rejects.toMatchObject(wrong)
    await typeIn(asked, { code: '222222' })
    expect([await isProven(older), await isProven(newer)]).toEqual([false, true])
    const inSession = await custody.send({ email, deviceId, sessionId })
    await expect(type({ id: inSession, deviceId, email })).rejects.toMatchObject(expired)
  })

  it('is sealed for recovery, its purpose, its kind, its device and its place', async () => {
    const [email, deviceId] = [custody.newEmail(), custody.newId()]
    const id = await custody.send({ email, deviceId })
    const bound = { kind: 'login', deviceId, id }
    const said = { code: '123456', email }
    const give = (sealed: string) => checkMailCode(context, { deviceId, sealed, challengeId: id })
    for (const change of [{ kind: 'step-up' }, { deviceId: custody.newId() }, { id: custody.newId() }])
      await expect(give(seal({ ...bound, ...change }, said))).rejects.toMatchObject(invalid)
    await expect(give(seal(bound, said, 'half'))).rejects.toMatchObject(invalid)
    await expect(give('AAAA')).rejects.toMatchObject(invalid)
    await expect(give(seal(bound, { email }))).rejects.toMatchObject(invalid)
    // What cannot be opened was no try.
    expect(await counted(custody.indexOf(email))).toBeUndefined()
    await give(seal(bound, said))
  })

  it('is over when its time is, or after five tries; a right one may come again for five minutes', async () => {
    const [email, deviceId] = [custody.newEmail(), custody.newId()]
    const late = await custody.send({ email, deviceId })
    custody.clock.now += 10 * minute
    await expect(type({ id: late, deviceId, email })).rejects.toMatchObject(expired)
    const tried = await custody.send({ email, deviceId })
    for (let at = 0; at < 5; at++)
      await expect(type({ id: tried, deviceId, email }, '000000')).rejects.toMatchObject(wrong)
    await expect(type({ id: tried, deviceId, email })).rejects.toMatchObject(expired)
    const again = await custody.send({ email, deviceId, life: 1_000 })
    await type({ id: again, deviceId, email })
    const provenAt = () =>
      rows(custody.db.query, sql`select proven_at::text from recovery.mail_codes where id = ${again}`)
    const first = await provenAt()
    custody.clock.now += 5 * minute - 1
    await type({ id: again, deviceId, email })
    expect(await provenAt()).toEqual(first)
    custody.clock.now += 1
    await expect(type({ id: again, deviceId, email })).rejects.toMatchObject(expired)
  })
})

describe('wrong codes', () => {
  /** Types as many wrong codes as are asked for, by new codes, and gives the last refusal. */
  async function guess(email: string, times: number, more: Partial<SentCode> = {}): Promise<unknown> {
    let last: unknown
    for (let at = 0; at < times; at++) {
      const deviceId = custody.newId()
      const id = await custody.send({ email, deviceId, ...more })
      last = await type({ id, deviceId, email }, '000000').catch((error: unknown) => error)
    }
    return last
  }
  async function right(email: string, more: Partial<SentCode> = {}): Promise<void> {
    const deviceId = custody.newId()
    await type({ id: await custody.send({ email, deviceId, ...more }), deviceId, email })
  }

  it('are ten a day over all codes of a mailbox, and codes are off for a day then', async () => {
    const email = custody.newEmail()
    expect(await guess(email, 10)).toMatchObject(wrong)
    expect(await counted(custody.indexOf(email))).toEqual({ failures: 10, total: 10, authIndex: `auth of ${email}` })
    expect(await guess(email, 1)).toMatchObject({ ...locked, more: { retryAfterMs: day } })
    custody.clock.now += hour
    await expect(right(email)).rejects.toMatchObject({ ...locked, more: { retryAfterMs: 23 * hour } })
  })

  it('leave the daily count after a day, and stay in the total', async () => {
    const email = custody.newEmail()
    await guess(email, 9)
    custody.clock.now += day + 1
    expect(await guess(email, 9)).toMatchObject(wrong)
    expect(await counted(custody.indexOf(email))).toMatchObject({ failures: 9, total: 18 })
  })

  it('beyond fifty in a row take a link, and beyond a hundred nothing helps', async () => {
    const email = custody.newEmail()
    const setTotal = (total: number) =>
      custody.db.query.execute(
        sql`insert into recovery.mailboxes (mailbox_index, auth_index, failures, first_failure_at, total)
          values (${custody.indexOf(email)}, '', 1, ${plusMs(context.now(), -2 * day)}, ${total})
          on conflict (mailbox_index) do update set total = excluded.total, first_failure_at = excluded.first_failure_at`,
      )
    await setTotal(50)
    await expect(right(email)).rejects.toMatchObject({
      ...locked,
      message: expect.stringContaining('the link in a new mail'),
    })
    await setTotal(99)
    await right(email, { byLink: true })
    await setTotal(100)
    await expect(right(email, { byLink: true })).rejects.toMatchObject({
      ...locked,
      message: expect.stringContaining('Use a passkey or a recovery code'),
    })
    await setTotal(49)
    await right(email)
  })

  it('for a change to an address count for that device alone', async () => {
    const [email, deviceId, sessionId] = [custody.newEmail(), custody.newId(), custody.newId()]
    await custody.send({ kind: 'change-secondary', email, deviceId, sessionId })
    const asked = { kind: 'change-secondary', sessionId, deviceId } as const
    await expect(typeIn(asked, { email, code: '000000' })).rejects.toMatchObject(wrong)
    expect(await counted(custody.indexOf(email))).toBeUndefined()
    expect(await counted(`${custody.indexOf(email)}.change.${deviceId}`)).toEqual({
      failures: 1,
      total: 1,
      authIndex: `auth of ${email}.change.${deviceId}`,
    })
    await typeIn(asked, { email })
    expect(await counted(`${custody.indexOf(email)}.change.${deviceId}`)).toBeUndefined()
  })
})
