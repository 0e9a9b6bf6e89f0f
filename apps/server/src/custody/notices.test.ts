import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFrame, newId, sealSeed } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { rows } from '../platform/db/rows.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld({ more: { deviceLink: 'returning' } })
})
afterAll(() => world?.stop())

/** All that says how the wallet of somebody can be opened. */
async function ways(walletId: string): Promise<unknown> {
  return rows(
    world.db.query,
    sql`select w.epoch, w.blob_envelope, f.id, f.delete_at, h.delete_at as "halfDeleteAt"
      from vault.wallets w join vault.factors f on f.wallet_id = w.id left join recovery.halves h on h.factor_id = f.id
      where w.id = ${walletId} order by f.id`,
  )
}

it('[REL-28] no way into a wallet comes or goes without its owner being told', async () => {
  const email = `told-${randomBytes(4).toString('hex')}@mail.example`
  const client = await createWalletClient(world)
  await client.signIn(email)
  const frame = createFrame(client)
  const { walletId, key, seed, device, auto } = await frame.create()
  world.wait(61_000)
  await frame.release('vault', device.factor.factorId, 'unlock')
  const verifier = newId() + newId().slice(0, 21)
  const code = await frame.makeFactor('code', key, { walletId, more: { clientCipher: 'AAAA', verifier } })
  const next = { walletId, epoch: 2 }
  const factors = [await frame.makeFactor('device', key, next), await frame.makeFactor('auto', key, next)]
  const path = (id: string) => `/api/vault/factors/${id}`
  const changes = [
    {
      run: () => client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: code.factor }),
      mail: /Something new opens/,
    },
    { run: () => client.call('DELETE', path(auto.factor.factorId)), mail: /wallet will be removed/ },
    { run: () => client.call('POST', `${path(auto.factor.factorId)}/keep`), mail: /to open your wallet stays/ },
    { run: () => client.call('DELETE', path(code.factor.factorId)), mail: /wallet was removed/ },
    {
      run: () =>
        client.call('POST', `/api/vault/wallets/${walletId}/rotate`, {
          epoch: 2,
          blob: sealSeed(key, seed),
          factors: factors.map(({ factor }) => factor),
        }),
      mail: /key was replaced/,
    },
  ]
  for (const { run, mail } of changes) {
    const before = await ways(walletId)
    await world.db.query.execute(sql`alter table auth.notices rename to notices_away`)
    const untold = await run()
    await world.db.query.execute(sql`alter table auth.notices_away rename to notices`)
    expect(untold.status, String(mail)).toBeGreaterThanOrEqual(500)
    expect(await ways(walletId)).toEqual(before)
    expect((await run()).status, String(mail)).toBe(200)
    expect(await ways(walletId)).not.toEqual(before)
    await world.inbox.next(email, mail)
  }
})

it('[SEC-E-01] recovery gives its half for no purpose in silence', async () => {
  const email = `loud-${randomBytes(4).toString('hex')}@mail.example`
  const client = await createWalletClient(world)
  await client.signIn(email)
  const frame = createFrame(client)
  const { factorId } = (await frame.create()).auto.factor
  world.wait(61_000)
  expect((await frame.release('recovery', factorId, 'unlock')).status).toBe(200)
  await world.inbox.next(email, /restored by e-mail/)
  world.wait(3_600_000)
  await client.stepUp(email)
  expect(await frame.release('recovery', factorId, 'sign-up-roundtrip')).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT' },
  })
})
