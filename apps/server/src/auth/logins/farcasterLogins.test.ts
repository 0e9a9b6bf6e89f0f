import { sql } from 'drizzle-orm'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame } from '../../../test/createFrame.js'
import { createWalletClient, type WalletClient } from '../../../test/createWalletClient.js'
import { createLoginSteps } from '../../../test/loginSteps.js'
import { type FarcasterWorld, farcasterFields, keyOf, startFarcasterWorld } from '../../../test/startFarcasterWorld.js'
import { rows } from '../../platform/db/rows.js'

let farcaster: FarcasterWorld
const steps = createLoginSteps(() => farcaster.world)
const { start, take, look, agree, list, remove } = steps

/** The person's app approves, and the browser that began hears of it. */
async function approve(client: WalletClient, started: { challengeId: string; uri: string }, account: string) {
  await farcaster.choose(started.uri, account)
  const { result } = (await farcaster.wait(client, started.challengeId)).body
  return result === undefined ? {} : { result }
}
const link = (client: WalletClient, account: string) =>
  steps.link(client, 'farcaster', account, (started) => approve(client, started, account))
async function stepUp(client: WalletClient, account: string) {
  const { body } = await start(client, 'farcaster', 'step-up')
  const { result = 'x'.repeat(43) } = await approve(client, body, account)
  const social = { challengeId: body.challengeId, result }
  return client.call<{ code: string; message: string }>('POST', '/api/auth/step-up/verify', { social })
}
async function byMail(email: string) {
  const client = await createWalletClient(farcaster.world)
  const { userId } = await client.signIn(email)
  const wallet = await createFrame(client).create()
  return { client, userId, wallet }
}
async function open(client: WalletClient, factorId: string): Promise<[number, number]> {
  const frame = createFrame(client)
  const server = await frame.release('vault', factorId, 'recover')
  return [server.status, (await frame.release('recovery', factorId, 'recover')).status]
}

// The local Farcaster has two accounts: 2001, and 2002 by the name of bob.
describe('an account of Farcaster', () => {
  beforeAll(async () => {
    farcaster = await startFarcasterWorld()
  }, 120_000)
  afterAll(() => farcaster?.stop())

  it('is linked once recovery has checked it, opens the same wallet elsewhere, and is removed again', async () => {
    const { client, userId, wallet } = await byMail('owner@mail.example')
    const offered = await client.call<{ offered: string[] }>('GET', '/api/auth/logins')
    expect(offered.body.offered).toEqual(['farcaster'])
    const { body } = await start(client, 'farcaster')
    const { result } = await approve(client, body, '1')
    expect((await take(client, body.challengeId, result)).status).toBe(200)
    expect((await look(client, body.challengeId)).body).toEqual({ provider: 'farcaster', name: 'bob' })
    // Nobody has agreed yet.
    expect((await list(client)).map(({ provider }) => provider)).toEqual(['email'])
    expect((await agree(client, body.challengeId)).status).toBe(200)
    await farcaster.world.app().settle()
    await farcaster.world.inbox.next('owner@mail.example', /A Farcaster account was linked to your wallet/)
    const [, entry] = await list(client)
    expect(entry).toMatchObject({ provider: 'farcaster', name: 'bob', isRemovable: true })

    const other = await createWalletClient(farcaster.world)
    const { finished } = await farcaster.signIn(other, '1')
    expect([finished?.body.userId, finished?.body.walletId]).toEqual([userId, wallet.walletId])
    expect(await open(other, wallet.auto.factor.factorId)).toEqual([200, 200])
    expect((await list(other)).length).toBe(2)

    expect((await remove(client, entry?.id ?? '')).status).toBe(200)
    await farcaster.world.app().settle()
    await farcaster.world.inbox.next('owner@mail.example', /A Farcaster account was removed/)
    expect((await other.call<{ code: string }>('GET', '/api/auth/session')).body.code).toBe('SESSION_EXPIRED')
    const again = await createWalletClient(farcaster.world)
    expect((await farcaster.signIn(again, '1')).finished?.body.userId).not.toBe(userId)
    expect((await open(again, wallet.auto.factor.factorId)).includes(200)).toBe(false)
  }, 60_000)

  it('that opens another wallet is refused, and so is one that opens this wallet already', async () => {
    const theirs = await createWalletClient(farcaster.world)
    await farcaster.signIn(theirs, '0')
    const { client } = await byMail('refused@mail.example')
    const refused = await link(client, '0')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This Farcaster account opens another wallet. Choose another account.',
    ])
    expect((await agree(client, refused.challengeId)).body.code).toBe('CODE_EXPIRED')
    await createFrame(theirs).create()
    expect((await link(theirs, '0')).body.message).toBe('This Farcaster account opens this wallet already.')
  }, 60_000)

  it('confirms in the place of a code, and no other account does', async () => {
    const client = await createWalletClient(farcaster.world)
    await farcaster.signIn(client, '0')
    farcaster.world.wait(6 * 60_000)
    expect((await client.call<{ code: string }>('GET', '/api/auth/export')).body.code).toBe('STEP_UP_REQUIRED')
    expect((await stepUp(client, '1')).body).toEqual({
      code: 'PROOF_WRONG',
      message: 'This is another Farcaster account. Choose the one that opens this wallet.',
    })
    const confirmed = await stepUp(client, '0')
    expect(confirmed.status).toBe(200)
  }, 60_000)
})

describe('linking an account of Farcaster', () => {
  beforeAll(async () => {
    farcaster = await startFarcasterWorld()
  }, 120_000)
  afterAll(() => farcaster?.stop())

  it('SEC-O-02, SEC-O-03: goes on in no other browser and in no other session than the one that began it, once', async () => {
    const { client } = await byMail('began@mail.example')
    const thief = await byMail('thief@mail.example')
    const { body } = await start(client, 'farcaster')
    await farcaster.choose(body.uri, '0')
    const stolen = await farcaster.wait(thief.client, body.challengeId)
    expect([stolen.status, stolen.body.result]).toEqual([401, undefined])
    const { result = '' } = (await farcaster.wait(client, body.challengeId)).body
    expect((await take(thief.client, body.challengeId, result)).body.code).toBe('CODE_EXPIRED')
    expect((await take(client, body.challengeId)).body.code).toBe('CODE_EXPIRED')
    // Recovery has heard of nothing before this browser brings the result.
    await farcaster.world.app().settle()
    expect((await agree(client, body.challengeId)).body.code).toBe('CODE_EXPIRED')
    // The same browser in another session.
    await client.signIn('began@mail.example')
    expect((await take(client, body.challengeId, result)).body.code).toBe('CODE_EXPIRED')
    const next = await link(client, '0')
    expect(next.status).toBe(200)
    expect((await take(client, next.challengeId, next.result)).body.code).toBe('CODE_EXPIRED')
  }, 60_000)

  it('is no sign-in, and a sign-in links nothing', async () => {
    const { client } = await byMail('purpose@mail.example')
    const { body } = await start(client, 'farcaster')
    await approve(client, body, '1')
    await farcaster.world.app().settle()
    const [proof] = await rows(
      farcaster.world.db.query,
      sql`select 1 from recovery.mail_codes where id = ${body.challengeId}`,
    )
    // Nor is it written down as the proof that a sign-in is.
    expect(proof).toBeUndefined()
    const begun = await farcaster.start(client)
    const signed = await approve(client, { ...begun.body, uri: begun.body.url }, '1')
    expect((await take(client, begun.body.challengeId, signed.result)).body.code).toBe('CODE_EXPIRED')
    await farcaster.world.app().settle()
    expect((await agree(client, begun.body.challengeId)).body.code).toBe('CODE_EXPIRED')
  }, 60_000)

  it('SEC-O-01: takes no text that was signed for another sign-in', async () => {
    const { client } = await byMail('again@mail.example')
    const ada = keyOf(4)
    const first = await farcaster.start(client)
    const message = createSiweMessage(farcasterFields((await farcaster.questionOf(first.body.url)).nonce))
    const { body } = await start(client, 'farcaster')
    await farcaster.answer(body.uri, message, await ada.signMessage({ message }))
    expect((await farcaster.wait(client, body.challengeId)).body.code).toBe('PROOF_WRONG')
    expect((await take(client, body.challengeId)).body.code).toBe('PROOF_WRONG')
  })

  it('needs what a change of the logins needs', async () => {
    const { client } = await byMail('grave@mail.example')
    farcaster.world.wait(6 * 60_000)
    expect((await start(client, 'farcaster')).body.code).toBe('STEP_UP_REQUIRED')
    const second = await createWalletClient(farcaster.world)
    await second.signIn('grave@mail.example')
    expect((await start(second, 'farcaster')).body.code).toBe('FROZEN')
    farcaster.use(undefined)
    await client.stepUp('grave@mail.example')
    expect((await start(client, 'farcaster')).body.code).toBe('NOT_FOUND')
    await farcaster.reset()
  })
})
