import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator, type Said } from '../../test/createAuthenticator.js'
import { type Browser, createCustody } from '../../test/createCustody.js'
import { rows } from '../platform/db/rows.js'
import { hashToken } from '../platform/secrets/randomId.js'
import type { CustodyContext } from './custodyContext.js'
import { askForPasskey, credentialIndex, findByPasskey, takeFound } from './findByPasskey.js'

const minute = 60_000
const refused = (refusal: string, message?: string) => ({ refusal, ...(message ? { message } : {}) })
const spent = refused('SPENT', 'This challenge was used, or it is too old')
let custody: Awaited<ReturnType<typeof createCustody>>
beforeAll(async () => {
  custody = await createCustody({ hasPasskeyLogin: true })
}, 180_000)
afterAll(() => custody?.stop())

const run = (query: ReturnType<typeof sql>) => custody.db.query.execute(query)
let nets = 0
/** A network that nobody has asked from. */
const network = () => `10.1.${++nets}.1`
const ask = ({ deviceKey }: Browser, ip = network(), context = custody.context) =>
  askForPasskey(context, { devicePublicKey: deviceKey }, ip)

/** Somebody whose wallet a passkey opens, and a browser that has nothing of it. */
async function owner() {
  const { walletId, userId, session } = await custody.owner()
  const authenticator = createAuthenticator(custody.context.origin)
  const factorId = await custody.addFactor(walletId, 'passkey')
  const { credentialId } = authenticator.passkey
  await run(
    sql`update vault.factors set passkey = ${JSON.stringify(authenticator.passkey)}::jsonb,
      credential_mac = ${credentialIndex(custody.context.box, credentialId)} where id = ${factorId}`,
  )
  const stranger = await custody.signIn(userId)
  return { walletId, userId, session, authenticator, factorId, stranger }
}
type Owner = Awaited<ReturnType<typeof owner>>
async function find({ authenticator, stranger }: Owner, said: Said = {}, browser: Browser = stranger) {
  const { challenge } = await ask(browser)
  return answer(challenge, { authenticator, stranger: browser }, said)
}
const answer = (
  challenge: string,
  { authenticator, stranger }: Pick<Owner, 'authenticator'> & { stranger: Browser },
  said: Said = {},
) =>
  findByPasskey(custody.context, {
    challenge,
    assertion: authenticator.answer(challenge, said),
    devicePublicKey: stranger.deviceKey,
  })

describe('a passkey', () => {
  it('that answers finds its wallet, with a word for this browser that lasts five minutes', async () => {
    const one = await owner()
    const found = await find(one)
    expect(found).toMatchObject({ walletId: one.walletId, factorId: one.factorId })
    const [row] = await rows<object>(
      custody.db.query,
      sql`select user_id, device_id, factor_id, used_at, released_at,
          extract(epoch from expires_at - ${custody.context.now()})::int as seconds
        from vault.vouchers where hash = ${hashToken(found.voucher)}`,
    )
    expect(row).toEqual({
      user_id: one.userId,
      device_id: one.stranger.deviceId,
      factor_id: one.factorId,
      used_at: null,
      released_at: null,
      seconds: 300,
    })
  })

  it('answers a challenge once, within five minutes, in the browser that asked', async () => {
    const one = await owner()
    const { challenge } = await ask(one.stranger)
    await expect(answer(challenge, { ...one, stranger: one.session })).rejects.toMatchObject(spent)
    await answer(challenge, one)
    await expect(answer(challenge, one)).rejects.toMatchObject(spent)
    const [soon, late] = [await ask(one.stranger), await ask(one.stranger)]
    custody.clock.now += 5 * minute - 1
    await answer(soon.challenge, one)
    custody.clock.now += 1
    await expect(answer(late.challenge, one)).rejects.toMatchObject(spent)
  })

  it('that answers wrongly has spent its challenge, and finds nothing', async () => {
    const one = await owner()
    const { challenge } = await ask(one.stranger)
    const wrong = refused('PROOF_WRONG', 'The passkey did not answer this')
    await expect(answer(challenge, one, { flags: 0x01 })).rejects.toMatchObject(wrong)
    await expect(answer(challenge, one)).rejects.toMatchObject(spent)
    // In a page around the wallet it may answer for a release, and never to be found.
    const framed = { client: { crossOrigin: true, topOrigin: one.session.parentOrigin } }
    await expect(find(one, framed)).rejects.toMatchObject(wrong)
    const { credentialId } = one.authenticator.passkey
    const other = createAuthenticator(custody.context.origin)
    await expect(find({ ...one, authenticator: other }, { credentialId })).rejects.toMatchObject(wrong)
  })

  it('finds no wallet that is not in use, or that has another key by now, and no factor of another kind', async () => {
    const one = await owner()
    const none = refused('NOT_FOUND', 'No wallet has this passkey')
    const stranger = createAuthenticator(custody.context.origin)
    await expect(find({ ...one, authenticator: stranger })).rejects.toMatchObject(none)
    for (const [change, back] of [
      [sql`update vault.wallets set state = 'creating'`, sql`update vault.wallets set state = 'active'`],
      [sql`update vault.wallets set epoch = 2`, sql`update vault.wallets set epoch = 1`],
    ] as const) {
      await run(sql`${change} where id = ${one.walletId}`)
      await expect(find(one)).rejects.toMatchObject(none)
      await run(sql`${back} where id = ${one.walletId}`)
    }
    expect(await find(one)).toMatchObject({ walletId: one.walletId })
    await run(sql`update vault.factors set kind = 'code' where id = ${one.factorId}`)
    await expect(find(one)).rejects.toMatchObject(none)
  })

  it('is known by a keyed hash of its id', () => {
    const { box } = custody.context
    expect(credentialIndex(box, 'one')).toBe(box.index('credential', 'one'))
    expect(credentialIndex(box, 'one')).not.toBe(credentialIndex(box, 'two'))
    expect(credentialIndex(box, 'one')).not.toContain(createHash('sha256').update('one').digest('base64url'))
  })
})

describe('what was found', () => {
  it('is taken once, within five minutes, in the browser that asked, for the passkey that answered', async () => {
    const one = await owner()
    const { factorId, stranger, session } = one
    const take = (change: object = {}) =>
      takeFound(custody.context, { deviceId: stranger.deviceId, factorId, ...change })
    expect(await take()).toBe(false)
    await find(one)
    expect([await take({ deviceId: session.deviceId }), await take({ factorId: 'another' })]).toEqual([false, false])
    expect([await take(), await take()]).toEqual([true, false])
    await find(one)
    custody.clock.now += 5 * minute
    expect(await take()).toBe(false)
  })
})

describe('a challenge', () => {
  const over = refused('RATE_LIMITED')
  const exempt = (): CustodyContext => ({ ...custody.context, exemptLoopback: true })

  it('is given 30 times in ten minutes to one browser, whatever its network', async () => {
    const { stranger } = await owner()
    for (let at = 0; at < 30; at++) await ask(stranger)
    await expect(ask(stranger)).rejects.toMatchObject(over)
    custody.clock.now += 10 * minute - 1
    await expect(ask(stranger, '127.0.0.1', exempt())).rejects.toMatchObject(over)
    custody.clock.now += 1
    expect((await ask(stranger)).challenge).toMatch(/^[\w-]{43}$/)
  })

  it('is given 120 times in ten minutes to one network, and without end to the machine itself where that is exempt', async () => {
    const { session } = await owner()
    const browser = (at: number): Browser => ({
      ...session,
      deviceKey: { ...session.deviceKey, x: String(at).padStart(43, 'A') },
    })
    const many = async (ip: string, context = custody.context) => {
      let at = 0
      const next = () => ask(browser(++at), ip, context)
      for (let count = 0; count < 120; count++) await next()
      return next
    }
    const here = network()
    const next = await many(here)
    await expect(next()).rejects.toMatchObject(over)
    custody.clock.now += 10 * minute - 1
    await expect(next()).rejects.toMatchObject(over)
    custody.clock.now += 1
    await next()
    custody.clock.now += 10 * minute
    await (await many('127.0.0.1', exempt()))()
    custody.clock.now += 10 * minute
    await expect((await many('127.0.0.1'))()).rejects.toMatchObject(over)
    custody.clock.now += 10 * minute
    await expect((await many(network(), exempt()))()).rejects.toMatchObject(over)
  })

  it('is given, and answered, only where passkeys sign in', async () => {
    const one = await owner()
    const { challenge } = await ask(one.stranger)
    const off = refused('NOT_FOUND', 'Signing in with a passkey is not set up on this server')
    const { hasPasskeyLogin: _, ...without } = custody.context
    for (const context of [without, { ...without, hasPasskeyLogin: false }]) {
      await expect(ask(one.stranger, network(), context)).rejects.toMatchObject(off)
      const given = {
        challenge,
        assertion: one.authenticator.answer(challenge),
        devicePublicKey: one.stranger.deviceKey,
      }
      await expect(findByPasskey(context, given)).rejects.toMatchObject(off)
    }
    await answer(challenge, one)
  })
})
