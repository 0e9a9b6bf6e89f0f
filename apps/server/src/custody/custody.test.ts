import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId, openSeed, sealSeed, xor } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { localKeys, startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { createWalletApp } from '../walletApp.js'

const hour = 3_600_000
let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
}, 180_000)
afterAll(() => world?.stop())

const newEmail = () => `owner-${randomBytes(5).toString('hex')}@mail.example`
async function signedIn(email = newEmail()) {
  const client = await createWalletClient(world)
  await client.signIn(email)
  return { email, client, frame: createFrame(client) }
}

describe('a new wallet', () => {
  it('opens with its device, and with both servers after the device is lost', async () => {
    const { client, frame, email } = await signedIn()
    const wallet = await frame.create()
    expect(wallet.created).toMatchObject({ status: 200, body: { state: 'creating' } })
    const unlocked = await frame.release('vault', wallet.device.factor.factorId, 'unlock')
    const key = xor(unlocked.half!, wallet.device.client)
    expect(openSeed(key, unlocked.body.blob)).toEqual(wallet.seed)
    world.wait(31_000)
    const fresh = await signedIn(email)
    expect(fresh.client.state.session?.walletId).toBe(wallet.walletId)
    const server = await fresh.frame.release('vault', wallet.auto.factor.factorId, 'recover')
    const auto = await fresh.frame.release('recovery', wallet.auto.factor.factorId, 'recover')
    expect(openSeed(xor(server.half!, auto.half!), server.body.blob)).toEqual(wallet.seed)
    expect((await world.inbox.next(email, /restored by e-mail/)).text).toContain('Anyone who can read this mailbox')
    const own = await fresh.frame.makeFactor('device', key, { walletId: wallet.walletId })
    const added = await fresh.client.call('POST', '/api/vault/factors', {
      walletId: wallet.walletId,
      epoch: 1,
      factor: own.factor,
    })
    expect(added.status).toBe(200)
    expect((await fresh.frame.release('vault', own.factor.factorId, 'unlock')).status).toBe(200)
    expect((await client.call('GET', '/api/vault/factors')).body).toMatchObject({ walletId: wallet.walletId, epoch: 1 })
  })

  it('[SEC-C-09] does not count before every half has come back, and is told to nobody', async () => {
    const { client, frame, email } = await signedIn()
    const wallet = await frame.create('created')
    const { walletId, device } = wallet
    const activate = (proofs: unknown[]) => client.call('POST', `/api/vault/wallets/${walletId}/activate`, { proofs })
    expect(await activate([])).toMatchObject({ status: 403, body: { code: 'PROOF_WRONG' } })
    const made = { factorId: device.factor.factorId, challenge: 'A'.repeat(43), mac: 'A'.repeat(43) }
    expect((await activate([made])).status).toBe(403)
    expect((await frame.release('vault', device.factor.factorId, 'unlock')).status).toBe(409)
    world.wait(31_000)
    expect((await client.signIn(email)).walletId).toBeNull()
    expect((await frame.activate(wallet)).body).toEqual({ state: 'active' })
    expect((await frame.activate(wallet)).status).toBe(200)
  })

  it('[REL-21] is the same when the answer was lost, is refused under its key with another body, and gives way when it was left unfinished', async () => {
    const { client, frame } = await signedIn()
    const { request } = await frame.create('created')
    expect(await client.call('POST', '/api/vault/wallets', request)).toMatchObject({
      status: 200,
      body: { state: 'creating' },
    })
    const other = { ...request, blob: sealSeed(new Uint8Array(32), new Uint8Array(32)) }
    expect(await client.call('POST', '/api/vault/wallets', other)).toMatchObject({ status: 409 })
    const second = await frame.create()
    expect((await client.call('GET', '/api/vault/factors')).body).toMatchObject({ walletId: second.walletId })
    expect((await frame.create('created')).created).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  it('is refused when a half is sealed for another place, or nothing but the device could open it', async () => {
    const { client, frame } = await signedIn()
    const walletId = newId()
    const key = Uint8Array.from(randomBytes(32))
    const device = await frame.makeFactor('device', key, { walletId })
    const elsewhere = await frame.makeFactor('auto', key, { walletId: newId() })
    const { request } = await (await signedIn()).frame.create('created')
    const send = (factors: unknown[]) =>
      client.call('POST', '/api/vault/wallets', { ...request, idempotencyKey: newId(), walletId, factors })
    expect(await send([device.factor, elsewhere.factor])).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    expect(await send([device.factor])).toMatchObject({ status: 400, body: { code: 'INVALID' } })
  })
})

describe('a half', () => {
  it('[SEC-P-02] leaves once for a challenge, and not for an old one, another site, purpose, key or factor', async () => {
    const { client, frame } = await signedIn()
    const { device } = await frame.create()
    const { factorId } = device.factor
    const first = await frame.release('vault', factorId, 'unlock')
    const refused = [
      await frame.release('vault', factorId, 'unlock', { challenge: first.challenge }),
      await frame.release('vault', factorId, 'unlock', { parentOrigin: 'https://other.example' }),
      await frame.release('vault', factorId, 'unlock', { purpose: 'recover' }),
      await frame.release('vault', factorId, 'unlock', { signature: 'A'.repeat(86) }),
      await frame.release('vault', newId(), 'unlock'),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'SPENT'],
      [403, 'ORIGIN_REFUSED'],
      [409, 'SPENT'],
      [403, 'PROOF_WRONG'],
      [404, 'NOT_FOUND'],
    ])
    const { body } = await client.call<{ challenge: string }>('POST', '/api/vault/challenge', {
      factorId,
      purpose: 'unlock',
    })
    world.wait(61_000)
    expect((await frame.release('vault', factorId, 'unlock', { challenge: body.challenge })).status).toBe(409)
  })

  it('leaves ten times a minute', async () => {
    const { frame } = await signedIn()
    const { device } = await frame.create()
    const statuses: number[] = []
    for (let at = 0; at < 10; at++)
      statuses.push((await frame.release('vault', device.factor.factorId, 'unlock')).status)
    // Two round trips at sign-up count too.
    expect(statuses).toEqual([...new Array(8).fill(200), 429, 429])
  })

  it('[SEC-T-03] needs a new code after an hour without use', async () => {
    const { client, frame, email } = await signedIn()
    const { device } = await frame.create()
    world.wait(hour + 60_000)
    expect(await frame.release('vault', device.factor.factorId, 'unlock')).toMatchObject({
      status: 403,
      body: { code: 'STEP_UP_REQUIRED' },
    })
    await client.stepUp(email)
    expect((await frame.release('vault', device.factor.factorId, 'unlock')).status).toBe(200)
  })

  it('[SEC-C-10] is gone with its device, also for a challenge from before', async () => {
    const { client, frame, email } = await signedIn()
    const { device, auto, key, walletId } = await frame.create()
    world.wait(31_000)
    const other = await signedIn(email)
    const { body } = await client.call<{ challenge: string }>('POST', '/api/vault/challenge', {
      factorId: device.factor.factorId,
      purpose: 'unlock',
    })
    expect((await other.frame.release('vault', device.factor.factorId, 'unlock')).status).toBe(404)
    expect((await other.frame.release('vault', auto.factor.factorId, 'recover')).status).toBe(200)
    const own = await other.frame.makeFactor('device', key, { walletId })
    const added = await other.client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: own.factor })
    expect(added.status).toBe(200)
    expect((await other.client.call('DELETE', `/api/auth/devices/${client.deviceId}`)).status).toBe(200)
    expect((await frame.release('vault', device.factor.factorId, 'unlock', { challenge: body.challenge })).status).toBe(
      401,
    )
    const { body: left } = await other.client.call<{ factors: { factorId: string }[] }>('GET', '/api/vault/factors')
    expect(left.factors.map(({ factorId }) => factorId)).toEqual([auto.factor.factorId, own.factor.factorId])
  })
})

describe('a session whose code was typed in the page around the wallet', () => {
  it('unlocks and adds its own device, and is never released anything to export or to change factors with', async () => {
    const email = newEmail()
    const client = await createWalletClient(world)
    await client.signIn(email, { typedIn: 'host' })
    const frame = createFrame(client)
    const { walletId, key, device, auto, seed } = await frame.create()
    const verifier = newId() + newId().slice(0, 21)
    const code = await frame.makeFactor('code', key, { walletId, more: { clientCipher: 'AAAA', verifier } })
    const own = await frame.makeFactor('device', key, { walletId })
    const attempts = async () => [
      await frame.release('vault', device.factor.factorId, 'export'),
      await frame.release('vault', auto.factor.factorId, 'factor'),
      await frame.release('recovery', auto.factor.factorId, 'export'),
      await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: code.factor }),
      await client.call('DELETE', `/api/vault/factors/${device.factor.factorId}`),
      await client.call('POST', `/api/vault/wallets/${walletId}/rotate`, {
        epoch: 2,
        blob: sealSeed(key, seed),
        factors: [{ ...auto.factor, factorId: newId() }],
      }),
    ]
    const refused = new Array(6).fill([403, 'TYPED_OUTSIDE'])
    expect((await attempts()).map(({ status, body }) => [status, body.code])).toEqual(refused)
    // A code typed in the wallet later does not lift it, nor does another sign-in lend its rights to this session.
    world.wait(61_000)
    await client.stepUp(email)
    expect((await attempts()).map(({ status, body }) => [status, body.code])).toEqual(refused)
    world.wait(61_000)
    const old = client.state.session
    await client.signIn(email)
    expect((await frame.release('vault', device.factor.factorId, 'export')).status).toBe(200)
    client.state.session = old!
    expect((await frame.release('vault', device.factor.factorId, 'export')).body.code).toBe('TYPED_OUTSIDE')
    expect((await frame.release('vault', device.factor.factorId, 'unlock')).status).toBe(200)
    expect((await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: own.factor })).status).toBe(
      200,
    )
  })
})

describe('factors', () => {
  it('[SEC-C-07] lose the automatic one everywhere, a day after it was asked, and only if another way back stays', async () => {
    const { client, frame, email } = await signedIn()
    const { walletId, key, auto, seed } = await frame.create()
    const remove = () =>
      client.call<{ deleteAt: number; code: string }>('DELETE', `/api/vault/factors/${auto.factor.factorId}`)
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const verifier = newId() + newId().slice(0, 21)
    const code = await frame.makeFactor('code', key, { walletId, more: { clientCipher: 'AAAA', verifier } })
    expect((await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: code.factor })).status).toBe(
      200,
    )
    expect((await world.inbox.next(email, /new opens/)).text).toContain('a recovery code')
    const { body } = await remove()
    expect(body.deleteAt - world.time()).toBeGreaterThan(24 * hour - 60_000)
    expect((await world.inbox.next(email, /will be removed/)).text).toContain('in 24 hours')
    expect((await frame.release('recovery', auto.factor.factorId, 'recover')).status).toBe(200)
    world.wait(24 * hour + 1_000)
    await client.stepUp(email)
    for (const role of ['vault', 'recovery'] as const)
      expect((await frame.release(role, auto.factor.factorId, 'recover')).status).toBe(404)
    await world.app().settle()
    const wrong = await frame.release('vault', code.factor.factorId, 'recover', { verifier: 'A'.repeat(43) })
    expect(wrong).toMatchObject({ status: 403, body: { code: 'PROOF_WRONG' } })
    const right = await frame.release('vault', code.factor.factorId, 'recover', { verifier })
    expect(openSeed(xor(right.half!, code.client), right.body.blob)).toEqual(seed)
  })

  it('move to a new key together or not at all', async () => {
    const { client, frame } = await signedIn()
    const old = await frame.create()
    const { walletId, seed } = old
    const key = Uint8Array.from(randomBytes(32))
    const make = async () => {
      const [device, auto] = [
        await frame.makeFactor('device', key, { walletId, epoch: 2 }),
        await frame.makeFactor('auto', key, { walletId, epoch: 2 }),
      ]
      return { device, request: { epoch: 2, blob: sealSeed(key, seed), factors: [device.factor, auto.factor] } }
    }
    const [one, two] = [await make(), await make()]
    const rotate = (request: unknown) => client.call('POST', `/api/vault/wallets/${walletId}/rotate`, request)
    const answers = await Promise.all([rotate(one.request), rotate(two.request)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? one : two
    const opened = await frame.release('vault', winner.device.factor.factorId, 'unlock')
    expect(openSeed(xor(opened.half!, winner.device.client), opened.body.blob)).toEqual(seed)
    expect((await frame.release('vault', old.device.factor.factorId, 'unlock')).status).toBe(404)
    expect(() => openSeed(old.key, opened.body.blob)).toThrow()
  })
})

it('[SEC-C-13] does not start with keys that its database was not written with, or with one key for both halves', async () => {
  const { vault, recovery } = world.options.keys
  const other = localKeys()
  await expect(
    createWalletApp({ ...world.options, keys: { vault: other, ...(recovery ? { recovery } : {}) } }),
  ).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
  if (vault)
    await expect(createWalletApp({ ...world.options, keys: { vault, recovery: vault } })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
    })
  await expect(createWalletApp({ ...world.options, keys: {} })).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
})
