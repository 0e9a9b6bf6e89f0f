import { deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuth } from '../../../test/createAuth.js'
import { createAuthenticator, type Said } from '../../../test/createAuthenticator.js'
import { site } from '../../../test/createCustody.js'
import { rows } from '../../platform/db/rows.js'
import type { AuthContext } from '../authContext.js'
import { signUpByPasskey } from './signUpByPasskey.js'
import { startPasskey } from './startPasskey.js'

const minute = 60_000
const refused = (refusal: string, message?: string) => ({ refusal, ...(message ? { message } : {}) })
const spent = refused('SPENT', 'This challenge was used, or it is too old')
let auth: Awaited<ReturnType<typeof createAuth>>
beforeAll(async () => {
  auth = await createAuth({ hasPasskeyLogin: true })
}, 180_000)
afterAll(() => auth?.stop())

let [browsers, nets] = [0, 0]
/** The key of a browser that has asked for nothing. */
const browser = () => {
  const x = String(++browsers).padStart(43, 'A')
  return { kty: 'EC', crv: 'P-256', x, y: 'B'.repeat(43) } as const
}
type Key = ReturnType<typeof browser>
/** A network that nobody has asked from. */
const network = () => `10.2.${++nets}.1`
const asked = (devicePublicKey: Key) => ({ projectId: 'project', parentOrigin: site, devicePublicKey })
const start = (key: Key, ip = network(), context: AuthContext = auth.context) => startPasskey(context, asked(key), ip)
const signUp = (
  challenge: string,
  key: Key,
  { authenticator = createAuthenticator(auth.context.origin), said = {} as Said } = {},
) =>
  signUpByPasskey(auth.context, {
    ...asked(key),
    challenge,
    registration: authenticator.register(challenge, said),
    deviceName: 'Chrome',
  })

describe('a new passkey', () => {
  it('makes a user without an address, whose first session it opens', async () => {
    const [key, authenticator] = [browser(), createAuthenticator(auth.context.origin)]
    const { challenge } = await start(key)
    const answer = await signUp(challenge, key, { authenticator })
    expect(answer).toMatchObject({ isNewDevice: true, deviceId: deviceIdOf(key) })
    expect(answer).not.toHaveProperty('isFirstDevice')
    const [user] = await rows<{ index: string; sealed: string }>(
      auth.db.query,
      sql`select email_index as index, email_box as sealed from auth.users where id = ${answer.userId}`,
    )
    const index = auth.context.box.index('passkey', authenticator.passkey.credentialId)
    expect(user?.index).toBe(index)
    expect(auth.context.box.open(user?.sealed ?? '', `email/${index}`)).toBe('')
    const [session] = await rows<object>(
      auth.db.query,
      sql`select s.user_id, s.device_id, s.project_id, s.parent_origin, s.opened_by, s.typed_in, s.mail_id,
          d.name, d.public_key
        from auth.sessions s join auth.devices d on d.user_id = s.user_id and d.id = s.device_id
        where s.id = ${answer.sessionId}`,
    )
    expect(session).toEqual({
      user_id: answer.userId,
      device_id: deviceIdOf(key),
      project_id: 'project',
      parent_origin: site,
      opened_by: 'passkey',
      typed_in: 'frame',
      mail_id: null,
      name: 'Chrome',
      public_key: key,
    })
  })

  it('answers a challenge once, within five minutes, in the browser that asked', async () => {
    const key = browser()
    const { challenge } = await start(key)
    await expect(signUp(challenge, browser())).rejects.toMatchObject(spent)
    await signUp(challenge, key)
    await expect(signUp(challenge, key)).rejects.toMatchObject(spent)
    const [soon, late] = [await start(key), await start(key)]
    auth.clock.now += 5 * minute - 1
    await signUp(soon.challenge, key)
    auth.clock.now += 1
    await expect(signUp(late.challenge, key)).rejects.toMatchObject(spent)
  })

  it('that was not made in the wallet has spent its challenge, and makes nobody', async () => {
    const key = browser()
    const { challenge } = await start(key)
    const users = () => auth.count(sql`select 1 from auth.users`)
    const before = await users()
    const wrong = refused('PROOF_WRONG', 'This passkey was not made in the wallet')
    await expect(signUp(challenge, key, { said: { host: 'evil.test' } })).rejects.toMatchObject(wrong)
    await expect(signUp(challenge, key)).rejects.toMatchObject(spent)
    expect(await users()).toBe(before)
  })

  it('signs up once, and signs nobody in', async () => {
    const [key, authenticator] = [browser(), createAuthenticator(auth.context.origin)]
    await signUp((await start(key)).challenge, key, { authenticator })
    const counts = () =>
      Promise.all([auth.count(sql`select 1 from auth.users`), auth.count(sql`select 1 from auth.sessions`)])
    const before = await counts()
    const again = signUp((await start(key)).challenge, key, { authenticator })
    await expect(again).rejects.toMatchObject(refused('CONFLICT', 'This passkey has a wallet already: sign in with it'))
    expect(await counts()).toEqual(before)
  })
})

describe('a challenge', () => {
  const over = refused('RATE_LIMITED')
  const exempt = (): AuthContext => ({ ...auth.context, exemptLoopback: true })

  it('is given 30 times in ten minutes to one browser, whatever its network', async () => {
    const key = browser()
    for (let at = 0; at < 30; at++) await start(key)
    await expect(start(key)).rejects.toMatchObject(over)
    auth.clock.now += 10 * minute - 1
    await expect(start(key, '127.0.0.1', exempt())).rejects.toMatchObject(over)
    auth.clock.now += 1
    expect((await start(key)).challenge).toMatch(/^[\w-]{43}$/)
  })

  it('is given 60 times an hour to one network, and without end to the machine itself where that is exempt', async () => {
    const many = async (ip: string, context = auth.context) => {
      const next = () => start(browser(), ip, context)
      for (let count = 0; count < 60; count++) await next()
      return next
    }
    const next = await many(network())
    await expect(next()).rejects.toMatchObject(over)
    auth.clock.now += 60 * minute - 1
    await expect(next()).rejects.toMatchObject(over)
    auth.clock.now += 1
    await next()
    await (await many('127.0.0.1', exempt()))()
    await expect((await many('127.0.0.1'))()).rejects.toMatchObject(over)
    await expect((await many(network(), exempt()))()).rejects.toMatchObject(over)
  })

  it('is given, and answered, only where passkeys sign in, and to a site that may use this wallet', async () => {
    const key = browser()
    const { challenge } = await start(key)
    const registration = createAuthenticator(auth.context.origin).register(challenge)
    const request = { ...asked(key), challenge, registration, deviceName: 'Chrome' }
    const off = refused('NOT_FOUND', 'Signing in with a passkey is not set up on this server')
    const { hasPasskeyLogin: _, ...without } = auth.context
    for (const context of [without, { ...without, hasPasskeyLogin: false }]) {
      await expect(start(key, network(), context)).rejects.toMatchObject(off)
      await expect(signUpByPasskey(context, request)).rejects.toMatchObject(off)
    }
    const strange = refused('ORIGIN_REFUSED', 'This site may not use this wallet')
    for (const change of [{ projectId: 'another' }, { parentOrigin: 'https://evil.test' }]) {
      await expect(startPasskey(auth.context, { ...asked(key), ...change }, network())).rejects.toMatchObject(strange)
      await expect(signUpByPasskey(auth.context, { ...request, ...change })).rejects.toMatchObject(strange)
    }
    expect(await signUpByPasskey(auth.context, request)).toMatchObject({ deviceId: deviceIdOf(key) })
  })
})
