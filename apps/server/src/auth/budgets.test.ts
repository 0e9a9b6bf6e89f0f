import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'

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
