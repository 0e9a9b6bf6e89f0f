import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId, openSeed, xor } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { createWalletApp } from '../walletApp.js'

const day = 86_400_000
const newEmail = () => `owner-${randomBytes(5).toString('hex')}@mail.example`
const newVerifier = () => newId() + newId().slice(0, 21)
const statusOf = ({ status, body }: { status: number; body: object }) => [status, (body as { code?: string }).code]
const inOrder = { timeout: 120_000 }

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
}, 180_000)
afterAll(() => world?.stop())

async function browser(email: string, more: object = {}) {
  const client = await createWalletClient(world)
  await client.signIn(email, more)
  world.wait(31_000)
  return { client, frame: createFrame(client) }
}

/** Somebody with a recovery code, whose wallet is two days old. */
async function owner() {
  const email = newEmail()
  const { client, frame } = await browser(email)
  const wallet = await frame.create()
  const { walletId, key } = wallet
  const [verifier, locator] = [newVerifier(), newVerifier()]
  const code = await frame.makeFactor('code', key, { walletId, more: { clientCipher: 'AAAA', verifier, locator } })
  expect((await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: code.factor })).status).toBe(
    200,
  )
  world.wait(2 * day)
  await client.stepUp(email)
  world.wait(31_000)
  return { email, client, frame, wallet, walletId, verifier, locator, code }
}

describe('a mailbox alone, where the owner has a recovery code', () => {
  it('cannot remove the owner’s browsers', inOrder, async () => {
    const { email, client, frame, wallet } = await owner()
    const thief = await browser(email)
    for (const wait of [0, 2 * day]) {
      world.wait(wait)
      if (wait > 0) await thief.client.stepUp(email)
      expect(statusOf(await thief.client.call('DELETE', `/api/auth/devices/${client.deviceId}`))).toEqual([
        403,
        'OWNER_REQUIRED',
      ])
    }
    await client.stepUp(email)
    expect((await frame.release('vault', wallet.device.factor.factorId, 'unlock')).status).toBe(200)
    // Nor does the owner's own browser remove another that has the wallet, before the code has answered.
    expect((await client.call('DELETE', `/api/auth/devices/${thief.client.deviceId}`)).status).toBe(200)
  })

  it('does not change their e-mail, not even after the wait of a new browser', inOrder, async () => {
    const { email, client, frame, code, verifier } = await owner()
    const thief = await browser(email)
    world.wait(2 * day)
    await thief.client.stepUp(email)
    const start = (who: typeof client) => who.call('POST', '/api/auth/email/change/start', { newEmail: newEmail() })
    expect(statusOf(await start(thief.client))).toEqual([403, 'OWNER_REQUIRED'])
    world.wait(31_000)
    await client.stepUp(email)
    expect(statusOf(await start(client))).toEqual([403, 'OWNER_REQUIRED'])
    expect((await frame.release('vault', code.factor.factorId, 'factor', { verifier })).status).toBe(200)
    world.wait(31_000)
    expect((await start(client)).status).toBe(200)
  })

  it('cannot evict the owner’s browsers and sessions by repeated sign-ins', inOrder, async () => {
    const { email, client, frame, wallet } = await owner()
    for (let at = 0; at < 12; at++) {
      await browser(email)
      world.wait(3 * 3_600_000)
    }
    expect((await client.call('GET', '/api/auth/session')).status).toBe(200)
    await client.stepUp(email)
    expect((await frame.release('vault', wallet.device.factor.factorId, 'unlock')).status).toBe(200)
    const { body } = await client.call<{ devices: object[] }>('GET', '/api/auth/devices')
    expect(body.devices.length).toBeLessThanOrEqual(10)
  })
})

it('a mailbox alone pushes out no browser that has had the wallet for a day', inOrder, async () => {
  const email = newEmail()
  const { client, frame } = await browser(email)
  const wallet = await frame.create()
  world.wait(2 * day)
  // Ten mails a day may leave for one address, five in an hour.
  const pauses = [15, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 6.5, 0.4, 0.4]
  for (const hours of pauses) {
    const thief = await browser(email)
    const own = await thief.frame.makeFactor('device', wallet.key, { walletId: wallet.walletId })
    const { factorId } = wallet.auto.factor
    expect((await thief.frame.release('vault', factorId, 'recover')).status).toBe(200)
    const body = { walletId: wallet.walletId, epoch: 1, factor: own.factor }
    expect((await thief.client.call('POST', '/api/vault/factors', body)).status).toBe(200)
    world.wait(hours * 3_600_000)
  }
  expect((await client.call('GET', '/api/auth/session')).status).toBe(200)
  await client.stepUp(email)
  expect((await frame.release('vault', wallet.device.factor.factorId, 'unlock')).status).toBe(200)
})

it('a browser that was removed has no half when it signs in again before the vault has swept', inOrder, async () => {
  const { email, client, frame, wallet, walletId, code, verifier } = await owner()
  const lost = await browser(email)
  expect((await lost.frame.release('vault', code.factor.factorId, 'recover', { verifier })).status).toBe(200)
  const { factor } = await lost.frame.makeFactor('device', wallet.key, { walletId })
  expect((await lost.client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor })).status).toBe(200)
  await client.stepUp(email)
  expect((await frame.release('vault', code.factor.factorId, 'factor', { verifier })).status).toBe(200)
  // The vault runs elsewhere and is not told.
  const auth = await createWalletApp({ ...world.options, roles: ['auth'] })
  client.over({ ...world, app: () => auth })
  expect((await client.call('DELETE', `/api/auth/devices/${lost.client.deviceId}`)).status).toBe(200)
  await auth.close()
  world.wait(31_000)
  await lost.client.signIn(email)
  expect(statusOf(await lost.frame.release('vault', factor.factorId, 'unlock'))).toEqual([404, 'NOT_FOUND'])
  for (const role of ['vault', 'recovery'] as const)
    expect(statusOf(await lost.frame.release(role, wallet.auto.factor.factorId, 'unlock'))).toEqual([
      403,
      'OWNER_REQUIRED',
    ])
  await world.app().settle()
  const left = await client.over(world).call('GET', '/api/vault/factors')
  expect(JSON.stringify(left.body)).not.toContain(factor.factorId)
})

it('a browser that does not have the wallet removes none that has it', inOrder, async () => {
  const email = newEmail()
  const { client, frame } = await browser(email)
  await frame.create()
  const thief = await browser(email)
  expect(statusOf(await thief.client.call('DELETE', `/api/auth/devices/${client.deviceId}`))).toEqual([
    403,
    'PROOF_WRONG',
  ])
})

it(
  'a session whose code a page has seen does not change the e-mail, whatever code is typed later',
  inOrder,
  async () => {
    const email = newEmail()
    const { client } = await browser(email, { typedIn: 'host' })
    const start = () => client.call('POST', '/api/auth/email/change/start', { newEmail: newEmail() })
    expect(statusOf(await start())).toEqual([403, 'TYPED_OUTSIDE'])
    await client.stepUp(email)
    expect(statusOf(await start())).toEqual([403, 'TYPED_OUTSIDE'])
  },
)

describe('a recovery code', () => {
  type Found = { voucher: string; walletId: string }
  async function signInByCode(locator: string) {
    const client = await createWalletClient(world)
    const { publicKey: devicePublicKey, parentOrigin } = client
    const found = await client.call<Found>('POST', '/api/vault/find', { locator, devicePublicKey })
    if (found.status !== 200) return { client, found, frame: createFrame(client) }
    const given = { voucher: found.body.voucher, projectId: 'project', parentOrigin, devicePublicKey }
    const verify = () => client.call('POST', '/api/auth/code/verify', { ...given, deviceName: 'Chrome on Linux' })
    const opened = await verify()
    expect(opened.status).toBe(200)
    client.state.session = opened.body as never
    return { client, found, verify, frame: createFrame(client) }
  }

  it('finds its wallet without the e-mail, brings it back, and shuts the thief out', inOrder, async () => {
    const { email, client: lost, wallet, walletId, code, verifier, locator } = await owner()
    const thief = await browser(email)
    const { client, found, verify, frame } = await signInByCode(locator)
    expect(found.body.walletId).toBe(walletId)
    // Once, and for this browser alone.
    expect((await verify?.())?.status).toBe(410)
    const recovered = await frame.release('vault', code.factor.factorId, 'recover', { verifier })
    expect(openSeed(xor(recovered.half!, code.client), recovered.body.blob)).toEqual(wallet.seed)
    const own = await frame.makeFactor('device', wallet.key, { walletId })
    const added = await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: own.factor })
    expect(added.status).toBe(200)
    for (const each of [thief.client, lost])
      expect((await client.call('DELETE', `/api/auth/devices/${each.deviceId}`)).status).toBe(200)
    expect((await thief.client.call('GET', '/api/auth/session')).status).toBe(401)
    // The operator's half needs the mailbox as before: this session has not proven it.
    const { factorId } = wallet.auto.factor
    expect(statusOf(await frame.release('recovery', factorId, 'recover'))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect((await frame.release('vault', code.factor.factorId, 'export', { verifier })).status).toBe(200)
    expect((await client.call('DELETE', `/api/vault/factors/${factorId}`)).status).toBe(200)
  })

  it('changes the ways in only for five minutes after it has answered', inOrder, async () => {
    const { wallet, code, verifier, locator } = await owner()
    const { client, frame } = await signInByCode(locator)
    const remove = () => client.call('DELETE', `/api/vault/factors/${wallet.device.factor.factorId}`)
    expect((await remove()).status).toBe(403)
    expect((await frame.release('vault', code.factor.factorId, 'factor', { verifier })).status).toBe(200)
    world.wait(301_000)
    expect((await remove()).status).toBe(403)
    expect((await frame.release('vault', code.factor.factorId, 'factor', { verifier })).status).toBe(200)
    expect((await remove()).status).toBe(200)
  })

  it('is looked for so often and no more, and another one finds nothing', inOrder, async () => {
    const { locator } = await owner()
    expect(statusOf((await signInByCode(newVerifier())).found)).toEqual([404, 'NOT_FOUND'])
    const client = await createWalletClient(world, { ip: '203.0.113.77' })
    const body = () => ({ locator: newVerifier(), devicePublicKey: client.publicKey })
    const codes: number[] = []
    for (let at = 0; at < 25; at++) codes.push((await client.call('POST', '/api/vault/find', body())).status)
    expect(codes).toContain(429)
    expect((await signInByCode(locator)).found.status).toBe(200)
  })
})
