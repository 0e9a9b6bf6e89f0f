import { type SocialsHost, startSocials } from '@latchkey/devnet'
import type { EmailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWalletClient, type WalletClient } from '../../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../../test/startWalletWorld.js'
import { walkSocial } from '../../../test/walkSocial.js'
import { scheduleDeletion } from '../../custody/deletions.js'
import { rows } from '../../platform/db/rows.js'
import { createSocials } from '../../platform/social/createSocials.js'
import type { SocialName } from '../../platform/social/oauthProviders.js'
import type { SocialsFile } from '../../platform/social/readSocialsFile.js'
import { findUser } from '../findUser.js'

type Started = { challengeId: string; uri: string; code?: string; message?: string }
type Finished = EmailVerifyAnswer & { userName: string | null; email: string | null; code?: string; message?: string }

const names = ['google', 'apple', 'github', 'x', 'discord', 'facebook'] as const
let world: WalletWorld
let host: SocialsHost

beforeAll(async () => {
  const origin = 'http://localhost:4402'
  host = await startSocials({ walletOrigin: origin })
  const socials = createSocials(host.entries as unknown as SocialsFile, { origin })
  world = await startWalletWorld({ more: { socials } })
})
afterAll(async () => {
  await world.stop()
  await host.stop()
})

function start(client: WalletClient, provider: string, more: object = {}) {
  return client.call<Started>('POST', '/api/auth/social/start', {
    provider,
    projectId: 'project',
    parentOrigin: client.parentOrigin,
    devicePublicKey: client.publicKey,
    deviceName: 'Chrome on Linux',
    ...more,
  })
}

/** Sends a person back as the provider does; gives what the wallet's window learns. */
async function comeBack(path: string, answer: URLSearchParams, method: 'GET' | 'POST' = 'GET') {
  const app = world.app()
  const response =
    method === 'GET'
      ? await app.request(`${path}?${answer}`)
      : await app.request(path, { method, body: answer, headers: { origin: 'http://127.0.0.1' } })
  const location = response.headers.get('location') ?? ''
  expect([response.status, location.split('#')[0]]).toEqual([303, '/social'])
  return Object.fromEntries(new URLSearchParams(location.split('#')[1]))
}

function finish(client: WalletClient, challengeId: string, result: string) {
  return client.call<Finished>('POST', '/api/auth/social/finish', { challengeId, result })
}

/** The whole way in. */
async function signIn(client: WalletClient, provider: SocialName, account = '1001') {
  const { body } = await start(client, provider)
  const { path, answer, method } = await walkSocial(body.uri, account)
  const { result = '' } = await comeBack(path, answer, method)
  const finished = await finish(client, body.challengeId, result)
  if (finished.status === 200) client.state.session = finished.body
  return finished
}

const none = 'x'.repeat(43)

describe('a social login', () => {
  it.each(names)('opens a session for the account that was chosen at %s', async (provider) => {
    const client = await createWalletClient(world)
    const { status, body } = await signIn(client, provider)
    expect([status, body.walletId, body.isNewDevice]).toEqual([200, null, true])
    const session = await client.call<{ user: { id: string; email: string | null } }>('GET', '/api/auth/session')
    expect(session.body.user.id).toBe(body.userId)
    const email = {
      google: 'ada@social.example',
      github: 'ada@social.example',
      discord: 'ada@social.example',
      apple: '1001@privaterelay.appleid.example',
      x: null,
      facebook: null,
    }[provider]
    expect([session.body.user.email, body.email]).toEqual([email, email])
    const again = await signIn(await createWalletClient(world), provider)
    expect(again.body.userId).toBe(body.userId)
  })

  it('is another user at each provider, for each account, and beside the one of the mailbox', async () => {
    const users = new Set<string>()
    for (const provider of names)
      users.add((await signIn(await createWalletClient(world), provider, '1002')).body.userId)
    users.add((await signIn(await createWalletClient(world), 'google', '1003')).body.userId)
    const byMail = await createWalletClient(world)
    users.add((await byMail.signIn('dee@mail.example')).userId)
    users.add((await signIn(await createWalletClient(world), 'google', '1004')).body.userId)
    expect(users.size).toBe(9)
  })

  it('tells the owner by mail what opens the wallet, and of another account with the same address', async () => {
    await signIn(await createWalletClient(world), 'github', '1001')
    await world.app().settle()
    await world.inbox.next('ada@social.example', /GitHub account opens a wallet/)
    await signIn(await createWalletClient(world), 'github', '1005')
    await world.app().settle()
    await world.inbox.next('ada@social.example', /Another GitHub account has your e-mail address/)
  })

  it('SEC-O-06: an address that nobody has checked gets no mail and joins nothing', async () => {
    const { body } = await signIn(await createWalletClient(world), 'google', '1003')
    const byMail = await createWalletClient(world)
    expect((await byMail.signIn('cy@social.example')).userId).not.toBe(body.userId)
    const found = await rows(world.db.query, sql`select 1 from auth.notices where user_id = ${body.userId}`)
    expect([body.email, found.length]).toEqual([null, 0])
  })

  it('gives its person what is kept of the account, and is forgotten with the user', async () => {
    const client = await createWalletClient(world)
    const { body } = await signIn(client, 'discord', '1004')
    const told = await client.call<{ socialAccounts: object[]; socialLogins: object[] }>('GET', '/api/auth/export')
    expect(told.body.socialAccounts).toEqual([
      { provider: 'discord', subject: '1004', userName: 'dee', email: 'dee@mail.example' },
    ])
    expect(told.body.socialLogins).toEqual([
      {
        provider: 'discord',
        site: client.parentOrigin,
        browser: 'Chrome on Linux',
        place: expect.any(String),
        askedAt: expect.stringMatching(/Z$/),
        usedAt: expect.stringMatching(/Z$/),
      },
    ])
    const [kept] = await rows<{ profile: unknown }>(
      world.db.query,
      sql`select profile_box as profile from auth.social_logins where device_id = ${client.deviceId}`,
    )
    expect(kept).toEqual({ profile: null })
    // Another sign-in of the same browser, which nobody finished.
    await start(client, 'google')
    const left = async () => {
      const found = await rows<{ table: string }>(
        world.db.query,
        sql`select 'users' as "table" from auth.users where id = ${body.userId}
          union all select 'accounts' from auth.social_accounts where user_id = ${body.userId}
          union all select 'logins' from auth.social_logins where device_id = ${client.deviceId}`,
      )
      return found.map(({ table }) => table)
    }
    expect(await left()).toEqual(['users', 'accounts', 'logins', 'logins'])
    await scheduleDeletion({ ...world.options, deletionWait: 60_000 }, body.userId, 'By command.')
    world.wait(120_000)
    await world.app().settle()
    expect(await left()).toEqual([])
  })

  it('finds its user for the operator by an address that the provider has checked, and says so where several have it', async () => {
    const find = (email: string) => findUser(world, email, async () => world.options.box)
    const { body } = await signIn(await createWalletClient(world), 'apple')
    expect(await find('1001@privaterelay.appleid.example')).toBe(body.userId)
    const google = (await signIn(await createWalletClient(world), 'google')).body.userId
    const byMail = await (await createWalletClient(world)).signIn('ada@social.example')
    await expect(find('Ada@social.example')).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      hints: expect.arrayContaining([`${google} signs in with google`, `${byMail.userId} signs in with e-mail`]),
    })
  })

  it('asks for no code by mail: who confirms signs in again', async () => {
    const client = await createWalletClient(world)
    await signIn(client, 'x')
    const { status, body } = await client.call('POST', '/api/auth/step-up/start')
    expect([status, body.code]).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(body.message).toContain('sign in with X again')
  })

  it('says which providers there are', async () => {
    const client = await createWalletClient(world)
    const { body } = await client.call<{ providers: string[] }>('GET', '/api/auth/social')
    expect([...body.providers].sort()).toEqual([...names].sort())
  })
})

describe('the way back', () => {
  it('SEC-O-01: needs a state of ours, once', async () => {
    const client = await createWalletClient(world)
    const { body } = await start(client, 'google')
    const { path, answer } = await walkSocial(body.uri, '1001')
    const without = new URLSearchParams(answer)
    without.delete('state')
    const foreign = new URLSearchParams(answer)
    foreign.set('state', none)
    const twice = new URLSearchParams(answer)
    twice.append('state', none)
    for (const wrong of [without, foreign, twice]) expect(await comeBack(path, wrong)).toEqual({})
    const { result = '', id } = await comeBack(path, answer)
    expect(id).toBe(body.challengeId)
    expect(await comeBack(path, answer)).toEqual({})
    expect((await finish(client, body.challengeId, result)).status).toBe(200)
    expect((await finish(client, body.challengeId, result)).body.code).toBe('CODE_EXPIRED')
  })

  it('SEC-O-01: ends after ten minutes', async () => {
    const client = await createWalletClient(world)
    const { body } = await start(client, 'github')
    const { path, answer } = await walkSocial(body.uri, '1001')
    world.wait(600_001)
    expect(await comeBack(path, answer)).toEqual({})
    expect((await finish(client, body.challengeId, none)).body.code).toBe('CODE_EXPIRED')
  })

  it('SEC-O-02: takes no code of another sign-in', async () => {
    const [victim, attacker] = [await createWalletClient(world), await createWalletClient(world)]
    for (const provider of ['google', 'github'] as const) {
      const theirs = await start(victim, provider)
      const stolen = await walkSocial(theirs.body.uri, '1001')
      const own = await start(attacker, provider)
      const state = new URL(own.body.uri).searchParams.get('state') ?? ''
      const answer = new URLSearchParams(stolen.answer)
      answer.set('state', state)
      const back = await comeBack(stolen.path, answer)
      expect(back).toEqual({ id: own.body.challengeId, to: attacker.parentOrigin })
      const refused = await finish(attacker, own.body.challengeId, none)
      expect([refused.body.code, refused.status]).toEqual(['PROOF_WRONG', 403])
    }
  })

  it('SEC-O-03: every sign-in has a challenge by S256, and its secret stays here', async () => {
    const client = await createWalletClient(world)
    for (const provider of names) {
      const { body } = await start(client, provider)
      const asked = new URL(body.uri).searchParams
      expect(asked.get('code_challenge_method')).toBe('S256')
      expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/)
      expect(JSON.stringify(body)).not.toContain('verifier')
    }
  })

  it('SEC-O-03: a sign-in whose challenge was taken out on the way is not completed', async () => {
    const client = await createWalletClient(world)
    const { body } = await start(client, 'discord')
    const other = new URL(body.uri)
    other.searchParams.set('code_challenge', 'a'.repeat(43))
    const { path, answer } = await walkSocial(other.href, '1001')
    expect((await comeBack(path, answer)).result).toBe(undefined)
    expect((await finish(client, body.challengeId, none)).body.code).toBe('PROOF_WRONG')
  })

  it('SEC-O-04: a provider cannot answer for another', async () => {
    const client = await createWalletClient(world)
    const { body } = await start(client, 'google')
    const { answer } = await walkSocial(body.uri, '1001')
    for (const other of names.filter((name) => name !== 'google'))
      expect(await comeBack(`/oauth/cb/${other}`, answer)).toEqual({})
    const mixed = new URLSearchParams(answer)
    mixed.set('iss', host.entries.apple.at ?? '')
    expect((await comeBack('/oauth/cb/google', mixed)).result).toBe(undefined)
    const again = await start(client, 'google')
    const walked = await walkSocial(again.body.uri, '1001')
    walked.answer.delete('iss')
    expect((await comeBack(walked.path, walked.answer)).result).toBe(undefined)
  })

  it('SEC-O-05: nobody continues the sign-in of another browser, with or without its result', async () => {
    const [victim, attacker] = [await createWalletClient(world), await createWalletClient(world)]
    const { body } = await start(attacker, 'google')
    const { path, answer } = await walkSocial(body.uri, '1001')
    const { result = '' } = await comeBack(path, answer)
    // The victim's frame is handed the attacker's sign-in.
    const adopted = await finish(victim, body.challengeId, result)
    expect([adopted.status, adopted.body.code]).toEqual([401, 'UNSIGNED'])
    // The attacker began, a victim signed in at the provider, and the result stayed in the victim's window.
    const second = await start(attacker, 'google')
    const walked = await walkSocial(second.body.uri, '1004')
    await comeBack(walked.path, walked.answer)
    const taken = await finish(attacker, second.body.challengeId, none)
    expect(taken.body.code).toBe('CODE_EXPIRED')
  })

  it('SEC-O-07: takes the form that Apple posts from its own origin, without any cookie', async () => {
    const client = await createWalletClient(world)
    const { body } = await start(client, 'apple')
    const { path, answer, method } = await walkSocial(body.uri, '1001')
    expect([path, method]).toEqual(['/oauth/cb/apple', 'POST'])
    answer.set('user', JSON.stringify({ name: { firstName: 'Somebody else' }, email: 'victim@mail.example' }))
    const { result = '' } = await comeBack(path, answer, method)
    const { body: session } = await finish(client, body.challengeId, result)
    expect([session.email, session.userName]).toEqual(['1001@privaterelay.appleid.example', null])
  })

  it('goes on to the page that was left for it only from a page of the wallet, and to no other site', async () => {
    const client = await createWalletClient(world)
    const returnUri = `${client.parentOrigin}/shop?item=1`
    const written = returnUri.replace('/shop', '/cart/../shop')
    const evil = await start(client, 'github', { returnUri: 'https://evil.test/' })
    expect(evil.body.code).toBe('ORIGIN_REFUSED')
    const { body } = await start(client, 'github', { returnUri: `${written}#top` })
    const { path, answer } = await walkSocial(body.uri, '1001')
    const response = await world.app().request(`${path}?${answer}`)
    // The page gets nothing by itself: the wallet's own page asks its person first.
    const [at, fragment] = (response.headers.get('location') ?? '').split('#')
    const { result = '', ...parts } = Object.fromEntries(new URLSearchParams(fragment))
    expect([response.status, at]).toEqual([303, '/social'])
    expect(parts).toEqual({ id: body.challengeId, to: client.parentOrigin, back: returnUri })
    const other = await createWalletClient(world)
    expect((await finish(other, body.challengeId, result)).body.code).toBe('UNSIGNED')
    expect((await finish(client, body.challengeId, result)).status).toBe(200)
    const again = await start(client, 'github', { returnUri })
    const refused = await walkSocial(again.body.uri, '')
    const back = await world.app().request(`${refused.path}?${refused.answer}`)
    expect(back.headers.get('location')).toBe(`${returnUri}#latchkey-social=${again.body.challengeId}.`)
  })

  it('SEC-O-08: names one address to come back to, to the letter', async () => {
    const client = await createWalletClient(world)
    for (const provider of names) {
      const { body } = await start(client, provider)
      expect(new URL(body.uri).searchParams.get('redirect_uri')).toBe(`${world.origin}/oauth/cb/${provider}`)
    }
    for (const path of ['/oauth/cb/Google', '/oauth/cb/google/', '/oauth/cb/%67oogle/x', '/oauth/cb/myspace'])
      expect((await world.app().request(path)).status, path).toBe(404)
  })

  it('tells of a refusal at the provider', async () => {
    const client = await createWalletClient(world)
    const { body } = await start(client, 'facebook')
    const { path, answer } = await walkSocial(body.uri, '')
    expect(await comeBack(path, answer)).toEqual({ id: body.challengeId, to: client.parentOrigin })
    const { body: refused } = await finish(client, body.challengeId, none)
    expect(refused.message).toBe('The sign-in was refused at Facebook.')
  })

  it('is for sites that may use the wallet, and for providers that there are', async () => {
    const client = await createWalletClient(world)
    expect((await start(client, 'google', { parentOrigin: 'https://evil.test' })).body.code).toBe('ORIGIN_REFUSED')
    expect((await start(client, 'farcaster')).body.code).toBe('INVALID')
  })
})
