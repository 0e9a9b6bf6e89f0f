import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { rows } from '../platform/db/rows.js'

const day = 86_400_000
let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld({ more: { deviceLink: 'returning' } })
}, 180_000)
afterAll(() => world?.stop())

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

it('[SEC-O-TP-03] fifty wrong codes of a stranger do not keep an owner out who has the mail: its link opens again', async () => {
  const email = 'owner@mail.example'
  const stranger = await createWalletClient(world)
  for (let at = 0; at < 10; at++) {
    world.wait(at % 2 === 0 ? day + 1_000 : 31_000)
    const { body } = await stranger.start(email)
    expect(body.action).toBe('VERIFY_OTP')
    const code = await stranger.readCode(email)
    for (let guess = 0; guess < 5; guess++)
      expect((await stranger.verify(body.challengeId, wrong(code))).body.code).toBe('CODE_WRONG')
  }
  world.wait(day + 1_000)
  const late = await stranger.start(email)
  expect(late.body.action).toBe('VERIFY_DEVICE')
  expect((await stranger.verify(late.body.challengeId, '000000')).body.code, 'nothing to guess at').toBe('CODE_EXPIRED')
  await world.inbox.next(email, /browser\?/)
  world.wait(31_000)
  const owner = await createWalletClient(world)
  const { body } = await owner.start(email)
  expect(body.action).toBe('VERIFY_DEVICE')
  await owner.approve(email)
  const code = await owner.readCode(email)
  expect((await owner.verify(body.challengeId, wrong(code))).body.code).toBe('CODE_WRONG')
  expect((await owner.verify(body.challengeId, code)).status).toBe(200)
  world.wait(31_000)
  const again = await owner.start(email)
  expect(again.body.action, 'a right code ends the lock').toBe('VERIFY_OTP')
  expect((await owner.verify(again.body.challengeId, await owner.readCode(email))).status).toBe(200)
}, 120_000)

it('[SEC-O-TP-03] a hundred wrong codes in a row are the end of codes, also behind a link', async () => {
  const email = 'other@mail.example'
  const client = await createWalletClient(world)
  await client.signIn(email)
  world.wait(31_000)
  const { body } = await client.start(email)
  const code = await client.readCode(email)
  await client.verify(body.challengeId, wrong(code))
  const count = (total: number) => world.db.query.execute(sql`update recovery.mailboxes set total = ${total}`)
  await count(50)
  const locked = await client.verify(body.challengeId, code)
  expect(locked.body, 'no link stood before this code').toMatchObject({ code: 'LOCKED' })
  await count(100)
  world.wait(31_000)
  const late = await client.start(email)
  expect(late.body.action, 'the browser is known, and has to show the mail again').toBe('VERIFY_DEVICE')
  await client.approve(email)
  expect((await client.verify(late.body.challengeId, await client.readCode(email))).body.code).toBe('LOCKED')
}, 120_000)

it('wrong codes of others for a change to an address end no change to it that is begun elsewhere', async () => {
  const wanted = 'wanted@mail.example'
  const begin = async (own: string) => {
    const who = await createWalletClient(world)
    await who.signIn(own)
    world.wait(31_000)
    expect((await who.call('POST', '/api/auth/email/change/start', { newEmail: wanted })).status).toBe(200)
    expect((await who.change('primary', { code: await who.readCode(own) })).status).toBe(200)
    return { who, code: await who.readCode(wanted) }
  }
  const stranger = await begin('other-guesser@mail.example')
  const tries = (code: string) => stranger.who.prove('change-secondary', { code, email: wanted })
  expect((await tries(wrong(stranger.code))).body.code).toBe('CODE_WRONG')
  const guessed = await rows(
    world.db.query,
    sql`update recovery.mailboxes set total = 60 where mailbox_index like '%.change%' and total = 1 returning 1`,
  )
  expect(guessed).toHaveLength(1)
  expect((await tries(stranger.code)).body.code).toBe('LOCKED')
  world.wait(31_000)
  const owner = await begin('mover@mail.example')
  expect((await owner.who.change('secondary', { code: owner.code, email: wanted })).status).toBe(200)
}, 120_000)

it('wrong codes for a change to an address that is another’s keep nobody from signing in there', async () => {
  const email = 'target@mail.example'
  const owner = await createWalletClient(world)
  await owner.signIn(email)
  const own = 'guesser@mail.example'
  const stranger = await createWalletClient(world)
  await stranger.signIn(own)
  for (let at = 0; at < 3; at++) {
    world.wait(31_000)
    expect((await stranger.call('POST', '/api/auth/email/change/start', { newEmail: email })).status).toBe(200)
    expect((await stranger.change('primary', { code: await stranger.readCode(own) })).status).toBe(200)
    const code = await owner.readCode(email)
    const last = at === 2 ? 'LOCKED' : 'CODE_WRONG'
    for (let guess = 0; guess < 5; guess++)
      expect((await stranger.prove('change-secondary', { code: wrong(code), email })).body.code).toBe(last)
  }
  world.wait(31_000)
  const { body } = await owner.start(email)
  expect(body.action, 'the browser is known as before').toBe('VERIFY_OTP')
  expect((await owner.verify(body.challengeId, await owner.readCode(email))).status).toBe(200)
}, 120_000)
