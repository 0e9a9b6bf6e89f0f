import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { findPostgres } from '../../test/findService.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { runCommand } from '../runCommand.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: a taken recovery (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('a compromised recovery, with its database rights', () => {
  let world: WalletWorld
  let recovery: pg.Client
  beforeAll(async () => {
    const url = postgres?.url ?? ''
    world = await startWalletWorld({ databaseUrl: url })
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    await owner.query(await runCommand(['grants']))
    await owner.query("create user taken_recovery password 'x' in role recovery_rw")
    await owner.end()
    const login = new URL(url)
    Object.assign(login, { username: 'taken_recovery', password: 'x' })
    recovery = new pg.Client({ connectionString: login.href })
    await recovery.connect()
  }, 180_000)
  afterAll(async () => {
    await recovery?.end()
    await world?.stop()
    await postgres?.stop()
  })

  it('signs no new browser in by calling a mailbox proven: the link in the mail of auth was not opened', async () => {
    const email = 'owner@mail.example'
    const owner = await createWalletClient(world)
    const { userId } = await owner.signIn(email)
    await createFrame(owner).create()
    world.wait(31_000)
    const thief = await createWalletClient(world)
    const { body } = await thief.start(email)
    expect(body.action).toBe('VERIFY_DEVICE')
    await recovery.query(
      `insert into recovery.mail_codes (id, kind, mailbox_index, auth_index, device_id, by_link, salt, mac, made_at, expires_at, proven_at)
        select $1, 'login', mailbox_index, 'a', $2, true, '', '', now(), now(), now() + interval '31 seconds' from recovery.owners where user_id = $3`,
      [body.challengeId, thief.deviceId, userId],
    )
    const verify = () => thief.call('POST', '/api/auth/email/verify', { challengeId: body.challengeId })
    expect((await verify()).body.code).toBe('CODE_EXPIRED')
    // With the link it is a sign-in: both knew the mailbox.
    await thief.approve(email)
    expect((await verify()).status).toBe(200)
  }, 60_000)

  it('writes no session, device, approval, link or deletion', async () => {
    for (const statement of [
      'update auth.challenges set approved_at = now()',
      'update auth.challenges set token_hash = null',
      "update auth.sessions set user_id = 'a'",
      "insert into auth.devices (user_id, id, public_key, name, created_at, last_seen_at) values ('a', 'b', '{}', 'c', now(), now())",
      'select box from auth.outbox',
      "insert into vault.deletions (user_id, asked_at, due_at, keep_hash) values ('a', now(), now(), 'b')",
      'update vault.deletions set due_at = now()',
      'delete from vault.deletions',
    ])
      await expect(recovery.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  })
})
