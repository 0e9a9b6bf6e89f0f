import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createFrame, openSeed, xor } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { type KeyFault, type KeyService, keyServiceLogin, startKeyService } from '../../test/startKeyService.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { rows } from '../platform/db/rows.js'
import { rewrapEnvelope } from './envelope.js'
import { envelopeAad } from './halfBinding.js'
import { createAwsKeys } from './keys/createAwsKeys.js'
import { createVaultKeys } from './keys/createVaultKeys.js'

let world: WalletWorld
const services: { vault?: KeyService; recovery?: KeyService } = {}
beforeAll(async () => {
  const [vault, recovery] = [await startKeyService('aws'), await startKeyService('vault')]
  Object.assign(services, { vault, recovery })
  world = await startWalletWorld({
    more: {
      keys: {
        vault: createAwsKeys({
          keyId: randomUUID(),
          region: keyServiceLogin.region,
          credentials: async () => keyServiceLogin,
          url: `${vault.url}/`,
        }),
        recovery: createVaultKeys({ url: recovery.url, key: 'recovery', token: async () => keyServiceLogin.token }),
      },
    },
  })
}, 60_000)
afterAll(async () => {
  await world?.stop()
  await services.vault?.stop()
  await services.recovery?.stop()
})

/** What custody keeps, without what a call may use up by being made. */
async function kept(): Promise<string> {
  const [row] = await rows<{ all: string }>(
    world.db.query,
    sql`select coalesce((select string_agg(to_jsonb(w)::text, '' order by id) from vault.wallets w), '')
      || coalesce((select string_agg((to_jsonb(f) - 'round_trip')::text, '' order by id) from vault.factors f), '')
      || coalesce((select string_agg((to_jsonb(h) - 'round_trip_at')::text, '' order by factor_id) from recovery.halves h), '')
      || (select count(*) from vault.answers) as all`,
  )
  return row?.all ?? ''
}

const fail = (fault: KeyFault) => {
  for (const service of Object.values(services)) service.fault = fault
}
const unavailable = { status: 503, body: { code: 'UNAVAILABLE' } }

it.each(['down', 'garbage', 'slow', 'old-disabled'] as const)(
  '[REL-30] custody is closed, changes nothing and comes back by itself when its keys are %s',
  async (fault) => {
    const email = `outage-${randomBytes(4).toString('hex')}@mail.example`
    const client = await createWalletClient(world)
    await client.signIn(email)
    const frame = createFrame(client)
    const wallet = await frame.create()
    const { device, auto, seed } = wallet
    world.wait(61_000)
    await client.stepUp(email)
    const next = await createWalletClient(world)
    await next.signIn(`next-${email}`)
    const pending = await createFrame(next).prepare()
    const before = await kept()
    if (fault === 'old-disabled') for (const service of Object.values(services)) service.rotate()
    fail(fault)
    // What waits for the full time limit is cut short, as if the time had passed.
    const limit =
      fault === 'slow'
        ? vi
            .spyOn(AbortSignal, 'timeout')
            .mockImplementation(() => AbortSignal.abort(new DOMException('late', 'TimeoutError')))
        : undefined
    expect(await frame.release('vault', device.factor.factorId, 'unlock')).toMatchObject(unavailable)
    expect(await frame.release('recovery', auto.factor.factorId, 'recover')).toMatchObject(unavailable)
    // A new ciphertext needs only the newest version.
    const created = await next.call('POST', '/api/vault/wallets', pending.request)
    expect(created).toMatchObject(fault === 'old-disabled' ? { status: 200 } : unavailable)
    if (fault !== 'old-disabled') expect(await kept()).toBe(before)
    limit?.mockRestore()
    fail('none')
    const opened = await frame.release('vault', device.factor.factorId, 'unlock')
    expect(openSeed(xor(opened.half!, device.client), opened.body.blob)).toEqual(seed)
    expect((await frame.release('recovery', auto.factor.factorId, 'recover')).status).toBe(200)
    expect((await next.call('POST', '/api/vault/wallets', pending.request)).status).toBe(200)
  },
)

it('[REL-30] rows of an old key version are readable until they are wrapped anew, and after it was switched off', async () => {
  const client = await createWalletClient(world)
  const { userId } = await client.signIn('rewrap@mail.example')
  const frame = createFrame(client)
  const { walletId, device, seed } = await frame.create()
  const { factorId } = device.factor
  services.vault?.rotate()
  expect((await frame.release('vault', factorId, 'unlock')).status).toBe(200)
  const { vault } = world.options.keys
  if (vault === undefined) throw new Error('no keys')
  const aad = envelopeAad({ userId, walletId, factorId, kind: 'device', epoch: 1 })
  const [row] = await rows<{ envelope: string; blob: string }>(
    world.db.query,
    sql`select envelope, blob_envelope as blob from vault.factors f join vault.wallets w on w.id = f.wallet_id where f.id = ${factorId}`,
  )
  const fresh = await rewrapEnvelope(vault, row?.envelope ?? '', aad)
  const blob = await rewrapEnvelope(vault, row?.blob ?? '', { ...aad, factorId: '', kind: 'blob' })
  await world.db.query.execute(sql`update vault.factors set envelope = ${fresh} where id = ${factorId}`)
  await world.db.query.execute(sql`update vault.wallets set blob_envelope = ${blob} where id = ${walletId}`)
  fail('old-disabled')
  const opened = await frame.release('vault', factorId, 'unlock')
  expect(openSeed(xor(opened.half!, device.client), opened.body.blob)).toEqual(seed)
  fail('none')
})

it('[REL-30] a bit that changes on its way is never taken for a half', async () => {
  const client = await createWalletClient(world)
  await client.signIn('damaged@mail.example')
  const frame = createFrame(client)
  const { device } = await frame.create()
  fail('damaged')
  const answer = await frame.release('vault', device.factor.factorId, 'unlock')
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expect(answer.half).toBeUndefined()
  fail('none')
  expect((await frame.release('vault', device.factor.factorId, 'unlock')).status).toBe(200)
})
