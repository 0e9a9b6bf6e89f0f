import { randomBytes } from 'node:crypto'
import { releasePurposes } from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId, openSeed, xor } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'

const hour = 3_600_000
const newEmail = () => `owner-${randomBytes(5).toString('hex')}@mail.example`
const statusOf = ({ status, body }: { status: number; body: object }) => [status, (body as { code?: string }).code]

function people(world: () => WalletWorld) {
  async function browser(email: string) {
    const client = await createWalletClient(world())
    await client.signIn(email)
    world().wait(31_000)
    return { client, frame: createFrame(client) }
  }
  async function owner() {
    const email = newEmail()
    const { client, frame } = await browser(email)
    const wallet = await frame.create()
    return { email, client, frame, wallet, walletId: wallet.walletId }
  }
  return { browser, owner }
}

describe('a new browser', () => {
  let world: WalletWorld
  const { browser, owner } = people(() => world)
  beforeAll(async () => {
    world = await startWalletWorld()
  }, 180_000)
  afterAll(() => world?.stop())

  it('[SEC-E-02] gets no half by the mailbox beside a recovery code, for no purpose, unlock included', async () => {
    const { email, client, frame, wallet, walletId } = await owner()
    const verifier = newId() + newId().slice(0, 21)
    const made = await frame.makeFactor('code', wallet.key, { walletId, more: { clientCipher: 'AAAA', verifier } })
    const added = await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: made.factor })
    expect(added.status).toBe(200)
    const { factorId } = wallet.auto.factor
    const thief = await browser(email)
    for (const wait of [0, 25 * hour]) {
      world.wait(wait)
      if (wait > 0) await thief.client.stepUp(email)
      for (const role of ['vault', 'recovery'] as const)
        for (const purpose of releasePurposes)
          expect((await thief.frame.release(role, factorId, purpose)).status, `${role} ${purpose}`).not.toBe(200)
      expect(statusOf(await thief.frame.release('recovery', factorId, 'unlock'))).toEqual([403, 'OWNER_REQUIRED'])
      world.wait(61_000)
      expect(statusOf(await thief.frame.release('vault', factorId, 'unlock'))).toEqual([403, 'OWNER_REQUIRED'])
    }
    // With the code it opens the wallet, and from then on it is a browser of the owner's.
    const fresh = await browser(email)
    const right = await fresh.frame.release('vault', made.factor.factorId, 'recover', { verifier })
    expect(openSeed(xor(right.half!, made.client), right.body.blob)).toEqual(wallet.seed)
    const own = await fresh.frame.makeFactor('device', wallet.key, { walletId })
    await fresh.client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: own.factor })
    expect((await fresh.frame.release('vault', own.factor.factorId, 'unlock')).status).toBe(200)
  })

  it('is told that the mailbox is the wallet where there is nothing else, and locks nothing that it cannot lock', async () => {
    const { email, wallet } = await owner()
    const fresh = await browser(email)
    const { factorId } = wallet.auto.factor
    const server = await fresh.frame.release('vault', factorId, 'unlock')
    const auto = await fresh.frame.release('recovery', factorId, 'unlock')
    expect(openSeed(xor(server.half!, auto.half!), server.body.blob)).toEqual(wallet.seed)
    // What unlock gives is the seed itself, so export asks for no more than unlock does.
    expect((await fresh.frame.release('vault', factorId, 'export')).status).toBe(200)
    for (const subject of [/restored by e-mail/, /new browser/]) {
      const { text = '' } = await world.inbox.next(email, subject)
      expect(text).toMatch(/Anyone who can read this mailbox can open your wallet/)
      expect(text).not.toMatch(/cannot export/)
    }
  })

  it('gets a half of the automatic factor from neither role without a code of the last five minutes', async () => {
    const { email, client, frame, wallet } = await owner()
    world.wait(5 * 60_000)
    const { auto, device } = wallet
    const purposes = releasePurposes.filter((purpose) => purpose !== 'sign-up-roundtrip')
    for (const role of ['vault', 'recovery'] as const)
      for (const purpose of purposes)
        expect(statusOf(await frame.release(role, auto.factor.factorId, purpose)), `${role} ${purpose}`).toEqual([
          403,
          'STEP_UP_REQUIRED',
        ])
    // The browser's own half opens the wallet all the same.
    expect((await frame.release('vault', device.factor.factorId, 'unlock')).status).toBe(200)
    await client.stepUp(email)
    for (const role of ['vault', 'recovery'] as const)
      expect((await frame.release(role, auto.factor.factorId, 'unlock')).status).toBe(200)
  })

  it('[SEC-E-03] changes no factor and no e-mail within a day, and is let after it', async () => {
    const { email, wallet } = await owner()
    const fresh = await browser(email)
    const { factorId } = wallet.auto.factor
    const tries = async () => [
      await fresh.frame.release('vault', factorId, 'factor'),
      await fresh.client.call('DELETE', `/api/vault/factors/${factorId}`),
      await fresh.client.call('POST', '/api/auth/email/change/start', { newEmail: newEmail() }),
    ]
    expect((await tries()).map(statusOf)).toEqual(new Array(3).fill([403, 'FROZEN']))
    world.wait(24 * hour - 31_000 - 30_000)
    await fresh.client.stepUp(email)
    expect((await tries()).map(statusOf)).toEqual(new Array(3).fill([403, 'FROZEN']))
    world.wait(31_000)
    expect((await tries()).map(({ body }) => (body as { code?: string }).code)).not.toContain('FROZEN')
  })
})

describe('the round trip of a sign-up', () => {
  let world: WalletWorld
  const { browser, owner } = people(() => world)
  beforeAll(async () => {
    world = await startWalletWorld()
  }, 180_000)
  afterAll(() => world?.stop())

  it('releases nothing in silence once the wallet counts, not even in its first hour', async () => {
    const { email, frame, wallet } = await owner()
    const { factorId } = wallet.auto.factor
    const thief = await browser(email)
    for (const each of [frame, thief.frame])
      for (const role of ['vault', 'recovery'] as const)
        expect((await each.release(role, factorId, 'sign-up-roundtrip')).status).toBe(409)
  })

  it('releases nothing to another browser while the wallet is being made', async () => {
    const email = newEmail()
    const { frame } = await browser(email)
    const wallet = await frame.create('created')
    const thief = await browser(email)
    for (const role of ['vault', 'recovery'] as const)
      expect((await thief.frame.release(role, wallet.auto.factor.factorId, 'sign-up-roundtrip')).status).toBe(403)
    expect((await frame.activate(wallet)).status).toBe(200)
  })
})

it('a challenge is given to nobody without the factor, and so often and no more', async () => {
  const world = await startWalletWorld()
  const { owner } = people(() => world)
  const [one, two] = [await owner(), await owner()]
  const ask = ({ client }: typeof one, factorId: string, role = 'vault') =>
    client.call('POST', `/api/${role}/challenge`, { factorId, purpose: 'unlock' })
  for (const role of ['vault', 'recovery'])
    expect(statusOf(await ask(two, one.wallet.auto.factor.factorId, role))).toEqual([404, 'NOT_FOUND'])
  const answers: number[] = []
  for (let at = 0; at < 40; at++) answers.push((await ask(one, one.wallet.device.factor.factorId)).status)
  expect(answers).toContain(429)
  expect((await ask(two, two.wallet.device.factor.factorId)).status).toBe(200)
  await world.stop()
}, 60_000)

describe.each(['wait', 'approve'] as const)('where a new browser must %s', (newDevice) => {
  let world: WalletWorld
  const { browser, owner } = people(() => world)
  beforeAll(async () => {
    world = await startWalletWorld({ more: { newDevice } })
  }, 180_000)
  afterAll(() => world?.stop())

  type Listed = { restores: { deviceId: string; name: string; readyAt: number | null }[] }
  async function asked() {
    const made = await owner()
    world.wait(25 * hour)
    await made.client.stepUp(made.email)
    world.wait(31_000)
    const fresh = await browser(made.email)
    const { factorId } = made.wallet.auto.factor
    const open = async () => {
      const server = await fresh.frame.release('vault', factorId, 'unlock')
      const auto = await fresh.frame.release('recovery', factorId, 'unlock')
      return { server, auto }
    }
    const first = await open()
    expect([first.server, first.auto].map(statusOf)).toEqual(new Array(2).fill([403, 'FROZEN']))
    const { text = '' } = await world.inbox.next(made.email, /wants your wallet/)
    const token = /stop\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
    return { ...made, fresh, open, token }
  }

  it('gets no half at once, and both when its time has come or an older browser has allowed it', async () => {
    const { client, frame, fresh, open, wallet, walletId } = await asked()
    if (newDevice === 'wait') {
      world.wait(24 * hour - 2_000)
      await fresh.client.stepUp(
        (await fresh.client.call<{ user: { email: string } }>('GET', '/api/auth/session')).body.user.email,
      )
      expect(statusOf((await open()).server)).toEqual([403, 'FROZEN'])
      world.wait(3_000)
    } else {
      const listed = await client.call<Listed>('GET', '/api/vault/restores')
      expect(listed.body.restores).toMatchObject([{ deviceId: fresh.client.deviceId, readyAt: null }])
      const path = `/api/vault/restores/${fresh.client.deviceId}/approve`
      // Nobody says yes to himself, and a browser that has not opened the wallet just now says nothing.
      expect(statusOf(await fresh.client.call('POST', path))).toEqual([403, 'PROOF_WRONG'])
      expect(statusOf(await client.call('POST', path))).toEqual([403, 'PROOF_WRONG'])
      expect((await frame.release('vault', wallet.device.factor.factorId, 'factor')).status).toBe(200)
      expect((await client.call('POST', path)).status).toBe(200)
    }
    const { server, auto } = await open()
    expect(openSeed(xor(server.half!, auto.half!), server.body.blob)).toEqual(wallet.seed)
    const own = await fresh.frame.makeFactor('device', wallet.key, { walletId })
    const added = await fresh.client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: own.factor })
    expect(added.status).toBe(200)
    expect((await client.call<Listed>('GET', '/api/vault/restores')).body.restores).toEqual([])
  })

  it('is blocked permanently by an older browser, and by the link in the mail', async () => {
    for (const by of ['browser', 'mail']) {
      const { email, client, fresh, open, token } = await asked()
      // What has not opened the wallet stops nothing: else the thief stops the owner.
      expect(statusOf(await fresh.client.call('POST', `/api/vault/restores/${client.deviceId}/stop`))).toEqual([
        403,
        'PROOF_WRONG',
      ])
      if (by === 'browser') {
        const path = `/api/vault/restores/${fresh.client.deviceId}/stop`
        expect((await client.call('POST', path)).status).toBe(200)
      } else {
        expect((await world.app().request(`/stop?token=${token}`)).status).toBe(200)
        const body = new URLSearchParams({ token })
        expect((await world.app().request('/stop', { method: 'POST', body })).status).toBe(200)
        expect((await world.app().request('/stop', { method: 'POST', body })).status).toBe(410)
      }
      world.wait(48 * hour)
      await fresh.client.stepUp(email)
      expect(statusOf((await open()).server)).toEqual([403, 'FROZEN'])
      expect(statusOf((await open()).auto)).toEqual([403, 'FROZEN'])
      const path = `/api/vault/restores/${fresh.client.deviceId}/approve`
      expect((await client.call('POST', path)).status).not.toBe(200)
    }
  })

  it('starts again after it was removed, however long ago it asked and by any approval', async () => {
    const { email, client, frame, fresh, open, wallet } = await asked()
    if (newDevice === 'approve') {
      expect((await frame.release('vault', wallet.device.factor.factorId, 'factor')).status).toBe(200)
      const path = `/api/vault/restores/${fresh.client.deviceId}/approve`
      expect((await client.call('POST', path)).status).toBe(200)
    }
    expect((await client.call('DELETE', `/api/auth/devices/${fresh.client.deviceId}`)).status).toBe(200)
    world.wait(25 * hour)
    await fresh.client.signIn(email)
    // Recovery looks by itself: the vault has not written anything anew.
    expect(statusOf(await fresh.frame.release('recovery', wallet.auto.factor.factorId, 'unlock'))).toEqual([
      403,
      'FROZEN',
    ])
    const { server, auto } = await open()
    expect([server, auto].map(statusOf)).toEqual(new Array(2).fill([403, 'FROZEN']))
    await world.inbox.next(email, /wants your wallet/)
  })

  it('is told to the address of before, too, while a change of e-mail can be undone', async () => {
    const { email, wallet, client } = await owner()
    const next = newEmail()
    const userId = client.state.session?.userId ?? ''
    await client.call('POST', '/api/auth/email/change/start', { newEmail: next })
    await client.change('primary', { code: await client.readCode(email) })
    await client.change('secondary', { code: await client.readCode(next), email: next })
    await world.db.query.execute(sql`update auth.users set frozen_until = null where id = ${userId}`)
    world.wait(31_000)
    const fresh = await browser(next)
    await fresh.frame.release('vault', wallet.auto.factor.factorId, 'unlock')
    for (const to of [email, next]) await world.inbox.next(to, /wants your wallet/)
  })
})
