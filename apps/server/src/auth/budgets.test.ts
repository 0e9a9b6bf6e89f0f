import { randomBytes } from 'node:crypto'
import { isWorkDone, solveProofOfWork } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWalletClient, type WalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { rows } from '../platform/db/rows.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld({ more: { deviceLink: 'returning' } })
}, 180_000)
afterAll(() => world?.stop())

const newEmail = () => `target-${randomBytes(5).toString('hex')}@mail.example`

/** Strangers from everywhere ask for codes until none is sent any more. */
async function flood(email: string): Promise<void> {
  const statuses: number[] = []
  for (let at = 0; at < 8; at++) {
    statuses.push((await (await createWalletClient(world)).start(email)).status)
    world.wait(31_000)
  }
  expect(statuses).toContain(429)
}

it('strangers who ask for an address use up no mail of the browser that its owner is known by', async () => {
  const email = newEmail()
  const owner = await createWalletClient(world)
  await owner.signIn(email)
  world.wait(31_000)
  await flood(email)
  // Not even the pause between two mails is theirs to take.
  expect((await (await createWalletClient(world)).start(newEmail())).status).toBe(200)
  const started = await owner.start(email)
  expect(started).toMatchObject({ status: 200, body: { action: 'VERIFY_OTP' } })
  expect((await owner.verify(started.body.challengeId, await owner.readCode(email))).status).toBe(200)
}, 60_000)

it('strangers use up no mail that confirms in a session, nor does a session use up those of a sign-in', async () => {
  const email = newEmail()
  const owner = await createWalletClient(world)
  await owner.signIn(email)
  world.wait(31_000)
  await flood(email)
  for (let at = 0; at < 5; at++) {
    expect((await owner.call('POST', '/api/auth/step-up/start')).status).toBe(200)
    world.wait(31_000)
  }
  expect((await owner.call('POST', '/api/auth/step-up/start')).status).toBe(429)
  expect((await owner.start(email)).status).toBe(200)
}, 60_000)

it('a stranger’s sign-in does not end the owner’s code', async () => {
  const email = newEmail()
  const owner = await createWalletClient(world)
  const { body } = await owner.start(email)
  const code = await owner.readCode(email)
  world.wait(31_000)
  expect((await (await createWalletClient(world)).start(email)).status).toBe(200)
  expect((await owner.verify(body.challengeId, code)).status).toBe(200)
}, 60_000)

type Refused = { code?: string; work?: { challenge: string; bits: number } }
const solved = ({ work }: Refused) => {
  if (work === undefined) throw new Error('No work was asked for')
  return { work: { challenge: work.challenge, nonce: solveProofOfWork(work) } }
}
const stranger = (ip?: string) => createWalletClient(world, ip === undefined ? {} : { ip })

/** Strangers ask for five mails, after which the next has to be paid for. */
async function untilWork(email: string): Promise<{ who: WalletClient; body: Refused }> {
  for (let at = 0; at < 5; at++) {
    expect((await (await stranger()).start(email)).status).toBe(200)
    world.wait(31_000)
  }
  const who = await stranger()
  const { status, body } = await who.start(email)
  expect([status, body.code]).toEqual([429, 'WORK_REQUIRED'])
  return { who, body }
}

it('a stranger pays with work for the sixth mail to an address, whether or not it has an account', async () => {
  for (const hasAccount of [true, false]) {
    const email = newEmail()
    const owner = await stranger()
    if (hasAccount) await owner.signIn(email)
    world.wait(3_600_000)
    const { who, body } = await untilWork(email)
    expect(body.work?.bits).toBe(18)
    expect((await who.start(email, solved(body))).status).toBe(200)
    world.wait(31_000)
    // The owner's browser works for nothing.
    if (hasAccount) expect((await owner.start(email)).body).toMatchObject({ action: 'VERIFY_OTP' })
  }
}, 120_000)

it('work counts once, for this address and this browser, for two minutes, and not before it is done', async () => {
  const email = newEmail()
  const { who, body } = await untilWork(email)
  const answer = solved(body)
  const refused = async (client: WalletClient, to: string, more: object) => {
    const { status, body } = await client.start(to, more)
    expect([status, body.code]).toEqual([429, 'WORK_REQUIRED'])
    return body as Refused
  }
  const { challenge, nonce } = answer.work
  const wrong = ['0', '1', '2'].find((each) => !isWorkDone({ challenge, nonce: each }, 18)) ?? ''
  await refused(who, email, { work: { challenge, nonce: wrong } })
  const [until, bits, ...rest] = challenge.split('.')
  const easier = { challenge: [until, '1', ...rest].join('.'), nonce }
  await refused(who, email, { work: { ...easier, nonce: solveProofOfWork({ challenge: easier.challenge, bits: 1 }) } })
  const later = { challenge: [String(Number(until) + 1e9), bits, ...rest].join('.') }
  await refused(who, email, { work: { ...later, nonce: solveProofOfWork({ ...later, bits: 1 }) } })
  await refused(await stranger(), email, answer)
  const other = newEmail()
  const { who: elsewhere } = await untilWork(other)
  await refused(elsewhere, other, answer)
  const fresh = solved(await refused(who, email, {}))
  expect((await who.start(email, fresh)).status).toBe(200)
  world.wait(31_000)
  await refused(who, email, fresh)
  const old = solved(await refused(who, email, {}))
  world.wait(120_500)
  await refused(who, email, old)
}, 120_000)

it('work gets harder with each mail, and ends at a limit that keeps the mailbox from a flood', async () => {
  const email = newEmail()
  await world.db.query.execute(sql`delete from auth.limits`)
  let { who, body } = await untilWork(email)
  const bits: number[] = []
  let mails = 5
  for (;;) {
    const { work } = body
    if (work === undefined) break
    bits.push(work.bits)
    // What is harder than this is believed to be.
    const answer = work.bits > 19 ? undefined : await who.start(email, solved(body))
    if (answer === undefined) {
      await world.db.query.execute(
        sql`update auth.limits set count = count + 1 where key like 'send/to/2-hour/%' and count = ${mails}`,
      )
    } else expect(answer.status).toBe(200)
    mails++
    world.wait(31_000)
    who = await stranger()
    body = (await who.start(email)).body as Refused
  }
  expect(body.code).toBe('RATE_LIMITED')
  expect(mails).toBe(15)
  expect(bits).toEqual([...bits].sort())
  expect([bits[0], bits.at(-1)]).toEqual([18, 22])
  // What is refused makes no room: else the next mails would be cheap again.
  for (let at = 0; at < 2; at++) {
    world.wait(31_000)
    expect((await (await stranger()).start(email)).body.code).toBe('RATE_LIMITED')
  }
}, 120_000)

/** Has the newest counter of a kind stand at its limit. */
async function useUp(keys: string, limit: number): Promise<void> {
  const changed = await rows(
    world.db.query,
    sql`update auth.limits set count = ${limit} where key =
      (select key from auth.limits where key like ${keys} order by started_at desc limit 1) returning 1`,
  )
  expect(changed).toHaveLength(1)
}

it('forty people behind one address of a mobile network sign in at once, without work', async () => {
  const statuses: number[] = []
  for (let at = 0; at < 40; at++) statuses.push((await (await stranger('192.0.2.77')).start(newEmail())).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
}, 60_000)

it('strangers who use up the mails of a site have newcomers work, and take nothing from its owners', async () => {
  const email = newEmail()
  const owner = await stranger()
  await owner.signIn(email)
  await useUp('send/wide/site/2-hour/%', 20_000)
  try {
    world.wait(31_000)
    const newcomer = await stranger()
    const to = newEmail()
    const { status, body } = await newcomer.start(to)
    expect([status, body.code]).toEqual([429, 'WORK_REQUIRED'])
    expect((await newcomer.start(to, solved(body))).status).toBe(200)
    await useUp('send/wide/site/2-hour/%', 60_000)
    expect((await (await stranger()).start(newEmail())).body.code).toBe('RATE_LIMITED')
    expect((await owner.start(email)).status).toBe(200)
    expect((await owner.call('POST', '/api/auth/step-up/start')).status).toBe(200)
  } finally {
    await world.db.query.execute(sql`delete from auth.limits`)
  }
}, 60_000)

it('what is refused counts neither for the network, nor for the site, nor for the address', async () => {
  const email = newEmail()
  const counted = async () =>
    (await rows<{ sum: number }>(world.db.query, sql`select coalesce(sum(count), 0)::int as sum from auth.limits`))[0]
      ?.sum ?? 0
  const before = await counted()
  expect((await (await stranger('198.18.4.1')).start(email)).status).toBe(200)
  const once = await counted()
  expect(once).toBeGreaterThan(before)
  for (let at = 0; at < 6; at++) expect((await (await stranger(`198.18.4.${at}`)).start(email)).status).toBe(429)
  expect(await counted()).toBe(once)
}, 60_000)

it('strangers behind a network pay for it, and an owner behind it does not', async () => {
  const email = newEmail()
  const owner = await stranger('198.51.100.7')
  await owner.signIn(email)
  await useUp('send/wide/net/2-hour/%', 600)
  world.wait(31_000)
  const { status, body } = await (await stranger('198.51.100.7')).start(newEmail())
  expect([status, body.code]).toEqual([429, 'WORK_REQUIRED'])
  expect((await (await stranger('203.0.113.9')).start(newEmail())).status).toBe(200)
  expect((await owner.start(email)).status).toBe(200)
})

it('a browser whose link was approved has codes that strangers cannot use up', async () => {
  const email = newEmail()
  await (await stranger()).signIn(email)
  world.wait(3_600_000)
  const { who, body } = await untilWork(email)
  const started = await who.start(email, solved(body))
  expect(started.body.action).toBe('VERIFY_DEVICE')
  const links = () =>
    world.inbox.mails.filter(({ to, subject }) => to?.[0]?.address === email && /browser\?/.test(subject ?? ''))
  await expect.poll(() => links().length).toBe(6)
  const { text = '' } = links().at(-1) ?? {}
  const token = /device\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
  const approved = await world.app().request('/device', { method: 'POST', body: new URLSearchParams({ token }) })
  expect(approved.status).toBe(200)
  const { challengeId } = started.body
  for (let at = 0; at < 5; at++) {
    world.wait(31_000)
    expect((await who.call('POST', '/api/auth/email/resend', { challengeId })).status).toBe(200)
  }
  world.wait(31_000)
  expect((await who.call('POST', '/api/auth/email/resend', { challengeId })).body.code).toBe('RATE_LIMITED')
}, 60_000)
