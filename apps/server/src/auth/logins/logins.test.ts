import { randomBytes } from 'node:crypto'
import { type SocialsHost, startSocials } from '@latchkey/devnet'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFrame, newId } from '../../../test/createFrame.js'
import { createWalletClient, type WalletClient } from '../../../test/createWalletClient.js'
import { createLoginSteps } from '../../../test/loginSteps.js'
import { startWalletWorld, type WalletWorld } from '../../../test/startWalletWorld.js'
import { walkSocial } from '../../../test/walkSocial.js'
import { rows } from '../../platform/db/rows.js'
import { createSocials } from '../../platform/social/createSocials.js'
import type { SocialName } from '../../platform/social/oauthProviders.js'
import type { SocialsFile } from '../../platform/social/readSocialsFile.js'
import { sweepAuth } from '../sweepAuth.js'

const day = 86_400_000
let world: WalletWorld
let host: SocialsHost
const { comeBack, start, take, look, agree, link, signIn, stepUp, list, remove } = createLoginSteps(() => world)

// Each test has a world of its own: a provider has five accounts, and an account signs in to one wallet.
beforeAll(async () => {
  host = await startSocials({ walletOrigin: 'http://localhost:4402' })
})
afterAll(() => host.stop())

async function fresh(): Promise<void> {
  const origin = 'http://localhost:4402'
  const socials = createSocials(host.entries as unknown as SocialsFile, { origin })
  world = await startWalletWorld({ more: { socials } })
}

/** An owner with a wallet, who signed in by e-mail. */
async function byMail(email: string) {
  const client = await createWalletClient(world)
  const { userId } = await client.signIn(email)
  const wallet = await createFrame(client).create()
  return { client, userId, wallet }
}
/** The same, with an account at a provider and no e-mail. */
async function bySocial(provider: SocialName, account: string) {
  const client = await createWalletClient(world)
  const { userId } = await signIn(client, provider, account)
  const wallet = await createFrame(client).create()
  return { client, userId, wallet }
}
const mailed = async (to: string, subject: RegExp) => {
  await world.app().settle()
  return world.inbox.next(to, subject)
}
/** Asks for what recovery would have to have checked, once it has checked all that it will; the time to wait for it has passed. */
async function afterTheWait<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  await world.app().settle()
  const now = performance.now.bind(performance)
  let passed = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    passed += 20_000
    return now() + passed
  })
  try {
    return await ask()
  } finally {
    clock.mockRestore()
  }
}
/** Opens the automatic factor of a wallet; gives the status of vault and recovery. */
async function open(client: WalletClient, factorId: string): Promise<[number, number]> {
  const frame = createFrame(client)
  const [server, half] = [
    await frame.release('vault', factorId, 'recover'),
    await frame.release('recovery', factorId, 'recover'),
  ]
  return [server.status, half.status]
}

describe('an account that is linked', () => {
  beforeAll(fresh, 60_000)
  afterAll(() => world.stop())

  it('opens the same wallet in a browser that has never seen the mailbox, and its owner is told at every address', async () => {
    const { client, userId, wallet } = await byMail('owner@mail.example')
    const { status, challengeId } = await link(client, 'google', '1001')
    expect([status, challengeId]).toEqual([200, expect.any(String)])
    for (const to of ['owner@mail.example', 'ada@social.example'])
      await mailed(to, /A Google account was linked to your wallet/)
    expect(await list(client)).toEqual([
      { id: 'email', provider: 'email', name: 'owner@mail.example', addedAt: expect.any(Number), isRemovable: false },
      {
        id: expect.any(String),
        provider: 'google',
        name: 'ada@social.example',
        addedAt: expect.any(Number),
        isRemovable: true,
      },
    ])
    const other = await createWalletClient(world)
    const session = await signIn(other, 'google', '1001')
    expect([session.userId, session.walletId]).toEqual([userId, wallet.walletId])
    expect(await open(other, wallet.auto.factor.factorId)).toEqual([200, 200])
    await mailed('owner@mail.example', /A new browser is signed in/)
  })

  it('is named by recovery before its person agrees, and counts for nothing before that', async () => {
    const { client, userId, wallet } = await byMail('names@mail.example')
    const { body } = await start(client, 'github')
    const { path, answer } = await walkSocial(body.uri, '1004')
    const { result = '', to } = await comeBack(path, answer)
    // It leads back to the wallet and to no site.
    expect(to).toBe(world.origin)
    expect((await take(client, body.challengeId, result)).status).toBe(200)
    expect((await look(client, body.challengeId)).body).toEqual({ provider: 'github', name: 'dee@mail.example' })
    expect((await list(client)).map(({ provider }) => provider)).toEqual(['email'])
    const other = await createWalletClient(world)
    const early = await signIn(other, 'github', '1004')
    expect([early.userId === userId, early.walletId]).toEqual([false, null])
    expect((await open(other, wallet.auto.factor.factorId))[1]).not.toBe(200)
  })

  it('is written down for its person, and what was begun and left is deleted after a day', async () => {
    const { client, userId } = await byMail('left@mail.example')
    await link(client, 'discord', '1001')
    const told = await client.call<{ socialAccounts: object[] }>('GET', '/api/auth/export')
    expect(told.body.socialAccounts).toEqual([
      { provider: 'discord', subject: '1001', userName: 'ada', email: 'ada@social.example' },
    ])
    const { body } = await start(client, 'discord')
    const { path, answer } = await walkSocial(body.uri, '1002')
    const { result = '' } = await comeBack(path, answer)
    await take(client, body.challengeId, result)
    const count = async () =>
      (await rows(world.db.query, sql`select 1 from auth.social_accounts where user_id = ${userId}`)).length
    expect(await count()).toBe(2)
    const { db, now } = world.options
    await sweepAuth({ db, now: () => sql`(${now()} + interval '2 days')` })
    expect(await count()).toBe(1)
  })

  it('SEC-O-06: with an address that nobody has checked joins nobody and gets no mail', async () => {
    const { client } = await byMail('owner6@mail.example')
    // The attacker owns an account that says it has the victim's address.
    const victim = await byMail('cy@social.example')
    expect((await link(client, 'google', '1003')).status).toBe(200)
    await world.app().settle()
    await mailed('owner6@mail.example', /A Google account was linked/)
    const told = world.inbox.mails.filter(({ subject }) => /linked/.test(subject ?? ''))
    expect(told.flatMap(({ to }) => to ?? []).map(({ address }) => address)).not.toContain('cy@social.example')
    const again = await createWalletClient(world)
    expect((await again.signIn('cy@social.example')).userId).toBe(victim.userId)
    expect((await list(victim.client)).map(({ provider }) => provider)).toEqual(['email'])
  })
})

describe('linking', () => {
  beforeAll(fresh, 60_000)
  afterAll(() => world.stop())

  it('SEC-O-03: goes on in no other session and in no other browser than the one that began it', async () => {
    const { client } = await byMail('began@mail.example')
    const thief = await byMail('thief@mail.example')
    // The thief begins, and has the victim go to the provider.
    const { body } = await start(thief.client, 'google')
    const { path, answer } = await walkSocial(body.uri, '1001')
    const { result = '' } = await comeBack(path, answer)
    expect((await take(client, body.challengeId, result)).body.code).toBe('CODE_EXPIRED')
    expect((await afterTheWait(() => look(client, body.challengeId))).status).not.toBe(200)
    expect((await agree(client, body.challengeId)).body.code).toBe('CODE_EXPIRED')
    // Without the result, which only the wallet's page in the browser of the person has, the thief does not go on either.
    expect((await take(thief.client, body.challengeId)).body.code).toBe('CODE_EXPIRED')
    await world.app().settle()
    expect((await agree(thief.client, body.challengeId)).body.code).toBe('CODE_EXPIRED')
    // The same browser in another session.
    const began = await start(client, 'google')
    const back = await walkSocial(began.body.uri, '1001')
    const { result: own = '' } = await comeBack(back.path, back.answer)
    await client.signIn('began@mail.example')
    expect((await take(client, began.body.challengeId, own)).body.code).toBe('CODE_EXPIRED')
    expect((await list(client)).length).toBe(1)
  }, 60_000)

  it('SEC-O-03: leads back to the wallet’s own page where it was left, after a press there, and links in that browser alone', async () => {
    const { client } = await byMail('left@mail.example')
    const thief = await byMail('waits@mail.example')
    const asked = { provider: 'google', purpose: 'link', returnTo: 'security' }
    const { body } = await client.call<{ challengeId: string; uri: string }>('POST', '/api/auth/logins/start', asked)
    const { path, answer } = await walkSocial(body.uri, '1005')
    const { to, back, id, result = '' } = await comeBack(path, answer)
    expect([to, back, id]).toEqual([world.origin, `${world.origin}/security`, body.challengeId])
    expect((await take(thief.client, body.challengeId, result)).body.code).toBe('CODE_EXPIRED')
    expect((await take(client, body.challengeId, result)).status).toBe(200)
    expect((await look(client, body.challengeId)).body.provider).toBe('google')
    // Who refuses at the provider comes back with nothing.
    const again = await client.call<{ challengeId: string; uri: string }>('POST', '/api/auth/logins/start', asked)
    const refused = await walkSocial(again.body.uri, '')
    const response = await world.app().request(`${refused.path}?${refused.answer}`)
    expect(response.headers.get('location')).toBe(`${world.origin}/security#latchkey-social=${again.body.challengeId}.`)
    // Of addresses it takes the names of the wallet's own pages, and no other.
    for (const returnTo of ['https://evil.example', '/security', 'social', ''])
      expect((await client.call('POST', '/api/auth/logins/start', { ...asked, returnTo })).status).toBe(400)
  })

  it('SEC-O-02: takes a state and a result once, also after the account was removed', async () => {
    const { client } = await byMail('once@mail.example')
    const { body } = await start(client, 'google')
    const { path, answer } = await walkSocial(body.uri, '1002')
    const { result = '' } = await comeBack(path, answer)
    // The state again: nothing waits for it.
    expect(await comeBack(path, answer)).toEqual({})
    expect((await take(client, body.challengeId, result)).status).toBe(200)
    expect((await take(client, body.challengeId, result)).body.code).toBe('CODE_EXPIRED')
    expect((await look(client, body.challengeId)).status).toBe(200)
    expect((await agree(client, body.challengeId)).status).toBe(200)
    // An answer can be lost: the same call again is answered the same way.
    expect((await agree(client, body.challengeId)).status).toBe(200)
    const [, google] = await list(client)
    expect((await remove(client, google?.id ?? '')).status).toBe(200)
    await world.app().settle()
    expect((await agree(client, body.challengeId)).body.code).toBe('CODE_EXPIRED')
    expect((await list(client)).length).toBe(1)
  })

  it('is no sign-in, and a sign-in links nothing', async () => {
    const { client } = await byMail('purpose@mail.example')
    const { body } = await start(client, 'github')
    const { path, answer } = await walkSocial(body.uri, '1002')
    const { result = '' } = await comeBack(path, answer)
    const given = { challengeId: body.challengeId, result }
    const finish = () => client.call<{ code: string }>('POST', '/api/auth/social/finish', given)
    expect((await afterTheWait(finish)).status).not.toBe(200)
    const { session } = client.state
    const other = await createWalletClient(world)
    await signIn(other, 'github', '1005')
    const [login] = await rows<{ id: string }>(
      world.db.query,
      sql`select mail_id as id from auth.sessions where id = ${other.state.session?.sessionId ?? ''}`,
    )
    expect((await agree(other, login?.id ?? '')).body.code).toBe('CODE_EXPIRED')
    expect(client.state.session).toBe(session)
  }, 60_000)

  it('refuses an account that signs in to another wallet, and one that is linked here already', async () => {
    const { client } = await byMail('first@mail.example')
    const other = await bySocial('discord', '1004')
    const refused = await link(client, 'discord', '1004')
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'CONFLICT',
      'This Discord account opens another wallet. Choose another account.',
    ])
    await world.app().settle()
    expect((await agree(client, refused.challengeId)).body.code).toBe('CODE_EXPIRED')
    expect((await list(other.client)).map(({ name }) => name)).toEqual(['dee@mail.example'])
    expect((await link(client, 'discord', '1005')).status).toBe(200)
    expect((await link(client, 'discord', '1005')).body.message).toBe('This Discord account opens this wallet already.')
    const again = await byMail('second@mail.example')
    expect((await link(again.client, 'discord', '1005')).body.code).toBe('CONFLICT')
  }, 60_000)

  it('needs a fresh confirmation, a browser that is known for a day, and the owner’s factor where there is one', async () => {
    const { client, wallet } = await byMail('grave@mail.example')
    world.wait(6 * 60_000)
    expect((await start(client, 'x')).body.code).toBe('STEP_UP_REQUIRED')
    const second = await createWalletClient(world)
    await second.signIn('grave@mail.example')
    expect((await start(second, 'x')).body.code).toBe('FROZEN')
    await client.stepUp('grave@mail.example')
    const frame = createFrame(client)
    const { walletId, key, device } = wallet
    await frame.release('vault', device.factor.factorId, 'factor')
    const more = { clientCipher: 'Y2lwaGVy', verifier: randomBytes(32).toString('base64url') }
    const code = await frame.makeFactor('code', key, { walletId, more })
    expect((await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: code.factor })).status).toBe(
      200,
    )
    expect((await start(client, 'x')).body.code).toBe('OWNER_REQUIRED')
    const { verifier } = more
    expect((await frame.release('vault', code.factor.factorId, 'factor', { verifier })).status).toBe(200)
    expect((await link(client, 'x', '1001')).status).toBe(200)
  }, 60_000)

  it('leaves a person who refuses at the provider where they were', async () => {
    const { client } = await byMail('refuses@mail.example')
    const { body } = await start(client, 'facebook')
    const { path, answer } = await walkSocial(body.uri, '')
    expect((await comeBack(path, answer)).result).toBeUndefined()
    expect((await take(client, body.challengeId)).body).toEqual({
      code: 'PROOF_WRONG',
      message: 'The sign-in was refused at Facebook.',
    })
  })
})

describe('removing a login', () => {
  beforeAll(fresh, 60_000)
  afterAll(() => world.stop())

  it('ends what it opened, in recovery too, and is told at the removed address as well', async () => {
    const { client, userId, wallet } = await byMail('removes@mail.example')
    await link(client, 'google', '1001')
    const other = await createWalletClient(world)
    await signIn(other, 'google', '1001')
    const [, google] = await list(client)
    expect((await remove(client, google?.id ?? '')).status).toBe(200)
    expect((await other.call<{ code: string }>('GET', '/api/auth/session')).body.code).toBe('SESSION_EXPIRED')
    for (const to of ['removes@mail.example', 'ada@social.example']) await mailed(to, /A Google account was removed/)
    expect(await rows(world.db.query, sql`select 1 from recovery.logins where user_id = ${userId}`)).toEqual([])
    // The account has a wallet of its own from then on.
    const again = await signIn(other, 'google', '1001')
    expect([again.userId === userId, again.walletId]).toEqual([false, null])
    expect((await open(other, wallet.auto.factor.factorId)).includes(200)).toBe(false)
  }, 60_000)

  it('refuses the last way in and the e-mail address, and says what to do', async () => {
    const mail = await byMail('stays@mail.example')
    expect((await remove(mail.client, 'email')).body).toEqual({
      code: 'CONFLICT',
      message: 'The e-mail address stays. Change it instead, under your e-mail address.',
    })
    const { client } = await bySocial('x', '1001')
    const [first] = await list(client)
    expect((await remove(client, first?.id ?? '')).body).toEqual({
      code: 'CONFLICT',
      message: 'This is the last way to sign in to this wallet. Link another account first, then remove this one.',
    })
    expect((await remove(client, newId())).body.code).toBe('NOT_FOUND')
  }, 60_000)

  it('keeps the account that a wallet was made with for three days beside a new one; then the wallet goes over to that', async () => {
    const { client, userId, wallet } = await bySocial('github', '1001')
    await link(client, 'google', '1004')
    const [first] = await list(client)
    expect(first?.provider).toBe('github')
    expect((await remove(client, first?.id ?? '')).body.code).toBe('CONFLICT')
    world.wait(3 * day)
    expect((await remove(client, first?.id ?? '')).body.code).toBe('STEP_UP_REQUIRED')
    expect((await stepUp(client, 'google', '1004')).status).toBe(200)
    expect((await remove(client, first?.id ?? '')).body).toEqual({})
    await world.app().settle()
    const other = await createWalletClient(world)
    expect((await signIn(other, 'google', '1004')).userId).toBe(userId)
    expect(await open(other, wallet.auto.factor.factorId)).toEqual([200, 200])
    const gone = await createWalletClient(world)
    expect((await signIn(gone, 'github', '1001')).userId).not.toBe(userId)
    expect((await open(gone, wallet.auto.factor.factorId)).includes(200)).toBe(false)
    expect((await list(client)).map(({ isRemovable }) => isRemovable)).toEqual([false])
  }, 60_000)
})

describe('a social login without e-mail', () => {
  beforeAll(fresh, 60_000)
  afterAll(() => world.stop())

  it('confirms with its own account in the place of a code, and with no other', async () => {
    const { client, wallet } = await bySocial('x', '1002')
    world.wait(6 * 60_000)
    expect((await client.call<{ code: string }>('GET', '/api/auth/export')).body.code).toBe('STEP_UP_REQUIRED')
    expect((await stepUp(client, 'x', '1004')).body).toEqual({
      code: 'PROOF_WRONG',
      message: 'This is another X account. Choose the one that opens this wallet.',
    })
    expect((await stepUp(client, 'x', '1002')).status).toBe(200)
    expect((await client.call('GET', '/api/auth/export')).status).toBe(200)
    const frame = createFrame(client)
    expect((await frame.release('vault', wallet.device.factor.factorId, 'export')).status).toBe(200)
  }, 60_000)
})

describe('an account that was given to somebody else', () => {
  beforeAll(fresh, 60_000)
  afterAll(() => world.stop())

  it('has the same e-mail and another number: it opens nothing of the owner, who is told', async () => {
    const { client, userId, wallet } = await byMail('recycled@mail.example')
    await link(client, 'github', '1001')
    const other = await createWalletClient(world)
    const { userId: stranger, walletId } = await signIn(other, 'github', '1005')
    expect([stranger === userId, walletId]).toEqual([false, null])
    expect((await open(other, wallet.auto.factor.factorId)).includes(200)).toBe(false)
    await mailed('recycled@mail.example', /Another GitHub account has your e-mail address/)
  }, 60_000)
})
