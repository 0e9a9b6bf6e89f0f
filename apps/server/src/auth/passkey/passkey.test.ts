import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../../test/createAuthenticator.js'
import { createFrame, openSeed, xor } from '../../../test/createFrame.js'
import { createWalletClient } from '../../../test/createWalletClient.js'
import { findByPasskey, openByVoucher, passkeyOwner, signUpByPasskey } from '../../../test/passkeySteps.js'
import { startWalletWorld, type WalletWorld } from '../../../test/startWalletWorld.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld({ more: { hasPasskeyLogin: true } })
}, 60_000)
afterAll(() => world?.stop())

const statusOf = ({ status, body }: { status: number; body: { code?: unknown } }) => [status, body.code]
const authenticator = () => createAuthenticator(world.origin)
const client = () => createWalletClient(world)

async function owner() {
  const [own, browser] = [authenticator(), await client()]
  return { own, browser, ...(await passkeyOwner(browser, own)) }
}

describe('a sign-up with a passkey', () => {
  it('makes a wallet that opens by that passkey, with no e-mail and no half of the operator’s', async () => {
    const { browser, wallet } = await owner()
    const session = await browser.call<{ user: { email: string | null } }>('GET', '/api/auth/session')
    expect(session.body.user.email).toBeNull()
    const { body } = await browser.call<{ factors: { kind: string; passkey?: object }[] }>('GET', '/api/vault/factors')
    expect(body.factors.map(({ kind }) => kind).sort()).toEqual(['device', 'passkey'])
    expect(body.factors.find(({ kind }) => kind === 'passkey')?.passkey).toMatchObject({ isDoor: true })
    expect(wallet.created.status).toBe(200)
    const { body: listed } = await browser.call('GET', '/api/auth/logins')
    expect(listed.logins).toEqual([])
  })

  it.each([
    ['made for another challenge', { client: { challenge: 'A'.repeat(43) } }],
    ['made under another origin', { client: { origin: 'https://evil.example' } }],
    ['made in a page’s frame', { client: { crossOrigin: true, topOrigin: 'https://app.localhost' } }],
    ['that is an answer and no registration', { client: { type: 'webauthn.get' } }],
    ['of another host', { host: 'evil.example' }],
    ['without its user verified', { flags: 0x41 }],
    ['without its user present', { flags: 0x44 }],
    ['without a credential', { flags: 0x05 }],
  ])('refuses a passkey %s', async (_, said) => {
    expect(statusOf(await signUpByPasskey(await client(), authenticator(), said))).toEqual([403, 'PROOF_WRONG'])
  })

  it('refuses one whose key or id is not the one that was made', async () => {
    const browser = await client()
    for (const part of ['publicKey', 'credentialId'] as const) {
      const [one, other] = [authenticator(), authenticator()]
      const mixed = {
        ...one,
        register: (challenge: string) => ({ ...one.register(challenge), [part]: other.register(challenge)[part] }),
      }
      expect(statusOf(await signUpByPasskey(browser, mixed))).toEqual([403, 'PROOF_WRONG'])
    }
  })

  it('takes a challenge once, in five minutes, and from the browser that got it', async () => {
    const [browser, own] = [await client(), authenticator()]
    const { status, request } = await signUpByPasskey(browser, own)
    expect(status).toBe(200)
    expect(statusOf(await browser.call('POST', '/api/auth/passkey/sign-up', request))).toEqual([409, 'SPENT'])
    const start = async () => {
      const { projectId, parentOrigin, devicePublicKey } = request
      const asked = { projectId, parentOrigin, devicePublicKey }
      return (await browser.call<{ challenge: string }>('POST', '/api/auth/passkey/start', asked)).body.challenge
    }
    const challenge = await start()
    const stolen = { ...request, challenge, registration: authenticator().register(challenge) }
    const thief = await client()
    const asThief = { ...stolen, devicePublicKey: thief.publicKey }
    expect(statusOf(await thief.call('POST', '/api/auth/passkey/sign-up', asThief))).toEqual([409, 'SPENT'])
    world.wait(301_000)
    expect(statusOf(await browser.call('POST', '/api/auth/passkey/sign-up', stolen))).toEqual([409, 'SPENT'])
  })

  it('signs nobody in: a passkey that has signed up is refused', async () => {
    const { own } = await owner()
    expect(statusOf(await signUpByPasskey(await client(), own))).toEqual([409, 'CONFLICT'])
  })

  it('is limited by browser', async () => {
    const browser = await client()
    const asked = { projectId: 'project', parentOrigin: browser.parentOrigin, devicePublicKey: browser.publicKey }
    const start = () => browser.call('POST', '/api/auth/passkey/start', asked)
    for (let at = 0; at < 30; at++) expect((await start()).status).toBe(200)
    expect(statusOf(await start())).toEqual([429, 'RATE_LIMITED'])
    const find = () => browser.call('POST', '/api/vault/find/challenge', { devicePublicKey: browser.publicKey })
    for (let at = 0; at < 30; at++) expect((await find()).status).toBe(200)
    expect(statusOf(await find())).toEqual([429, 'RATE_LIMITED'])
  })

  it('is refused to a site that may not use this wallet', async () => {
    const browser = await client()
    const asked = { projectId: 'project', parentOrigin: 'https://evil.test', devicePublicKey: browser.publicKey }
    expect(statusOf(await browser.call('POST', '/api/auth/passkey/start', asked))).toEqual([403, 'ORIGIN_REFUSED'])
  })
})

describe('a sign-in with a passkey', () => {
  it('opens the wallet on another browser by one answer, which releases its half once', async () => {
    const { own, wallet } = await owner()
    const other = await client()
    const found = await findByPasskey(other, own)
    expect(found.body).toMatchObject({ walletId: wallet.walletId, factorId: wallet.passkey.factor.factorId })
    expect((await openByVoucher(other, found.body.voucher)).status).toBe(200)
    const frame = createFrame(other)
    const { factorId } = wallet.passkey.factor
    for (const purpose of ['unlock', 'export', 'factor'] as const)
      expect(statusOf(await frame.release('vault', factorId, purpose))).toEqual([403, 'PROOF_WRONG'])
    const opened = await frame.release('vault', factorId, 'recover')
    expect(openSeed(xor(opened.half!, wallet.passkey.client), opened.body.blob)).toEqual(wallet.seed)
    expect(statusOf(await frame.release('vault', factorId, 'recover'))).toEqual([403, 'PROOF_WRONG'])
    // The browser gets a half of its own, without a code by mail.
    const made = await frame.makeFactor('device', wallet.key, { walletId: wallet.walletId })
    const add = { walletId: wallet.walletId, epoch: 1, factor: made.factor }
    expect((await other.call('POST', '/api/vault/factors', add)).status).toBe(200)
  })

  it('adds a recovery code and a second passkey after the passkey has answered, and none later', async () => {
    const { own, browser, frame, wallet } = await owner()
    const { walletId } = wallet
    const second = authenticator()
    const more = { clientCipher: 'Y2lwaGVy', passkey: second.passkey }
    const made = await frame.makeFactor('passkey', wallet.key, { walletId, more })
    const add = (factor: object) => browser.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor })
    expect((await add(made.factor)).status).toBe(200)
    const found = await findByPasskey(await client(), second)
    expect(found.body).toMatchObject({ walletId, factorId: made.factor.factorId })
    world.wait(301_000)
    const third = { clientCipher: 'Y2lwaGVy', passkey: authenticator().passkey }
    const late = await frame.makeFactor('passkey', wallet.key, { walletId, more: third })
    expect(statusOf(await add(late.factor))).toEqual([403, 'OWNER_REQUIRED'])
    const asked = { factorId: wallet.passkey.factor.factorId, purpose: 'factor' }
    const { body } = await browser.call<{ challenge: string }>('POST', '/api/vault/challenge', asked)
    const { challenge } = body
    const answer = { challenge, assertion: own.answer(challenge) }
    expect((await frame.release('vault', asked.factorId, 'factor', answer)).status).toBe(200)
    expect((await add(late.factor)).status).toBe(200)
    // It signs in to this wallet and to no other.
    const twin = await frame.makeFactor('passkey', wallet.key, { walletId, more: third })
    expect(statusOf(await add(twin.factor))).toEqual([409, 'CONFLICT'])
  })

  it.each([
    ['to another challenge', { client: { challenge: 'A'.repeat(43) } }],
    ['under another origin', { client: { origin: 'https://evil.example' } }],
    ['in a page’s frame', { client: { crossOrigin: true, topOrigin: 'https://app.localhost' } }],
    ['in a page that says it is in none', { client: { crossOrigin: false, topOrigin: 'https://app.localhost' } }],
    ['that is a registration', { client: { type: 'webauthn.create' } }],
    ['of another host', { host: 'evil.example' }],
    ['without its user verified', { flags: 0x01 }],
    ['without its user present', { flags: 0x04 }],
  ])('refuses an answer %s', async (_, said) => {
    const { own } = await owner()
    expect(statusOf(await findByPasskey(await client(), own, said))).toEqual([403, 'PROOF_WRONG'])
  })

  it('refuses the answer of another passkey in its name, and one that signs in nowhere', async () => {
    const { own } = await owner()
    const { credentialId } = own.passkey
    expect(statusOf(await findByPasskey(await client(), authenticator(), { credentialId }))).toEqual([
      403,
      'PROOF_WRONG',
    ])
    expect(statusOf(await findByPasskey(await client(), authenticator()))).toEqual([404, 'NOT_FOUND'])
  })

  it('finds no passkey of a wallet that opens by e-mail', async () => {
    const [browser, own] = [await client(), authenticator()]
    await browser.signIn('beside@mail.example')
    const frame = createFrame(browser)
    const { walletId, key, device } = await frame.create()
    await frame.release('vault', device.factor.factorId, 'factor')
    const passkey = { ...own.passkey, isDoor: undefined }
    const made = await frame.makeFactor('passkey', key, { walletId, more: { clientCipher: 'Y2lwaGVy', passkey } })
    const added = await browser.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: made.factor })
    expect(added.status).toBe(200)
    expect(statusOf(await findByPasskey(await client(), own))).toEqual([404, 'NOT_FOUND'])
  })

  it('takes an answer once, in five minutes, and from the browser that was asked', async () => {
    const { own } = await owner()
    const [browser, thief] = [await client(), await client()]
    const { status, request, body } = await findByPasskey(browser, own)
    expect(status).toBe(200)
    expect(statusOf(await browser.call('POST', '/api/vault/find/passkey', request))).toEqual([409, 'SPENT'])
    const asked = await browser.call<{ challenge: string }>('POST', '/api/vault/find/challenge', {
      devicePublicKey: browser.publicKey,
    })
    const { challenge } = asked.body
    const mine = { challenge, assertion: own.answer(challenge), devicePublicKey: browser.publicKey }
    const stolen = { ...mine, devicePublicKey: thief.publicKey }
    expect(statusOf(await thief.call('POST', '/api/vault/find/passkey', stolen))).toEqual([409, 'SPENT'])
    world.wait(301_000)
    expect(statusOf(await browser.call('POST', '/api/vault/find/passkey', mine))).toEqual([409, 'SPENT'])
    expect(statusOf(await openByVoucher(browser, body.voucher))).toEqual([410, 'CODE_EXPIRED'])
  })

  it('opens a session once, and of the browser in which the passkey answered', async () => {
    const { own } = await owner()
    const [browser, thief] = [await client(), await client()]
    const { body } = await findByPasskey(browser, own)
    expect(statusOf(await openByVoucher(thief, body.voucher))).toEqual([410, 'CODE_EXPIRED'])
    expect((await openByVoucher(browser, body.voucher)).status).toBe(200)
    expect(statusOf(await openByVoucher(browser, body.voucher))).toEqual([410, 'CODE_EXPIRED'])
  })

  it('confirms by signing in again, and never by a code', async () => {
    const { browser } = await owner()
    const answer = await browser.call<{ code?: string; message: string }>('POST', '/api/auth/step-up/start', {})
    expect(statusOf(answer)).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(answer.body.message).toMatch(/sign in with your passkey again/)
  })
})

describe('without the operator’s setting', () => {
  it('nobody is told of it, and nobody signs up or in', async () => {
    const offered = async (at: WalletWorld) => (await (await at.app().request('/social/providers')).json()) as object
    expect(await offered(world)).toEqual({ providers: [], passkey: true })
    const off = await startWalletWorld()
    try {
      expect(await offered(off)).toEqual({ providers: [], passkey: false })
      const browser = await createWalletClient(off)
      expect(statusOf(await signUpByPasskey(browser, authenticator()))[0]).toBeGreaterThanOrEqual(400)
      const { projectId, parentOrigin } = { projectId: 'project', parentOrigin: browser.parentOrigin }
      const asked = { projectId, parentOrigin, devicePublicKey: browser.publicKey }
      expect(statusOf(await browser.call('POST', '/api/auth/passkey/start', asked))).toEqual([404, 'NOT_FOUND'])
      const { devicePublicKey } = asked
      const find = await browser.call('POST', '/api/vault/find/challenge', { devicePublicKey })
      expect(statusOf(find)).toEqual([404, 'NOT_FOUND'])
    } finally {
      await off.stop()
    }
  }, 60_000)
})
