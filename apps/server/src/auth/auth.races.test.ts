import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createWalletClient } from '../../test/createWalletClient.js'
import { findPostgres } from '../../test/findService.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { defaultMailLimits } from '../platform/wallet/mailLimits.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: races of sign-ins (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('on PostgreSQL, of fifty at once', () => {
  let world: WalletWorld
  beforeAll(async () => {
    const { network, ...rest } = defaultMailLimits
    world = await startWalletWorld({
      databaseUrl: postgres?.url ?? '',
      more: { mailLimits: { ...rest, network: { ...network, addresses: 3 } } },
    })
  }, 60_000)
  afterAll(async () => {
    await world?.stop()
    await postgres?.stop()
  })
  const fifty = <Result>(run: () => Promise<Result>) => Promise.all(Array.from({ length: 50 }, run))
  const succeeded = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length

  it('[SEC-P-01] one takes the code', async () => {
    const who = await createWalletClient(world)
    const { body } = await who.start('race@mail.example')
    await who.approve('race@mail.example')
    const code = await who.readCode('race@mail.example')
    expect(succeeded(await fifty(() => who.verify(body.challengeId, code)))).toBe(1)
  })

  it('[SEC-O-TP-02] five wrong ones are looked at', async () => {
    const who = await createWalletClient(world)
    const { body } = await who.start('guess@mail.example')
    await who.approve('guess@mail.example')
    const code = await who.readCode('guess@mail.example')
    const wrong = code === '000000' ? '000001' : '000000'
    const answers = await fifty(() => who.verify(body.challengeId, wrong))
    expect(answers.filter((answer) => answer.body.code === 'CODE_WRONG')).toHaveLength(5)
  })

  it('[SEC-P-05] one opens the device link', async () => {
    const who = await createWalletClient(world)
    await who.start('link@mail.example')
    const mail = await world.inbox.next('link@mail.example')
    const token = /token=([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? ''
    const pages = await fifty(() =>
      world.app().request('/device', { method: 'POST', body: new URLSearchParams({ token }) }),
    )
    expect(succeeded(pages)).toBe(1)
    await who.readCode('link@mail.example')
    await world.app().settle()
    expect(world.inbox.mails.filter(({ to }) => to?.[0]?.address === 'link@mail.example')).toHaveLength(2)
  })

  it('one mail leaves in thirty seconds, and one signed call counts', async () => {
    const who = await createWalletClient(world)
    expect(succeeded(await fifty(() => who.start('burst@mail.example')))).toBe(1)
    const signed = await createWalletClient(world)
    await signed.signIn('nonce@mail.example')
    const request = await signed.prepare('GET', '/api/auth/session')
    expect(succeeded(await fifty(() => signed.send(request)))).toBe(1)
  })

  it('begin sign-ins for three addresses from one network', async () => {
    const clients = await Promise.all(
      Array.from({ length: 12 }, () => createWalletClient(world, { ip: '203.0.113.9' })),
    )
    const answers = await Promise.all(clients.map((client, at) => client.start(`net-${at}@mail.example`)))
    expect(succeeded(answers)).toBe(3)
  })

  it('[SEC-E-04] makes no second account under an address that was changed in the same moment', async () => {
    const email = 'moved@mail.example'
    const owner = await createWalletClient(world)
    const { userId } = await owner.signIn(email)
    world.wait(31_000)
    const { body } = await owner.start(email)
    const code = await owner.readCode(email)
    const other = new pg.Client({ connectionString: postgres?.url ?? '' })
    await other.connect()
    // The last call of a change of address, held just before its commit.
    await other.query('begin')
    await other.query(
      `insert into auth.email_changes (id, user_id, old_index, old_box, undo_hash, undo_until)
        select 'a', id, email_index, email_box, 'a', now() + interval '3 days' from auth.users where id = $1`,
      [userId],
    )
    await other.query(`update auth.users set email_index = 'elsewhere' where id = $1`, [userId])
    const verified = owner.verify(body.challengeId, code)
    await vi.waitFor(async () => {
      const waiting = await other.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`)
      expect(waiting.rowCount).toBe(1)
    }, 10_000)
    await other.query('commit')
    await other.end()
    expect(await verified).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })
})
