import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { createHpkeKeyPair } from '@latchkey/protocol/internal/hpke'
import { releaseBytes } from '@latchkey/protocol/internal/walletSigning'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { findPostgres } from '../../test/findService.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: races of releases (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('on PostgreSQL, of fifty at once', () => {
  let world: WalletWorld
  beforeAll(async () => {
    world = await startWalletWorld({ databaseUrl: postgres?.url ?? '' })
  }, 60_000)
  afterAll(async () => {
    await world?.stop()
    await postgres?.stop()
  })

  it('[SEC-P-02] one release takes the challenge', async () => {
    const client = await createWalletClient(world)
    await client.signIn('once@mail.example')
    const frame = createFrame(client)
    const { device } = await frame.create()
    const { factorId } = device.factor
    world.wait(60_000)
    const { body } = await client.call<{ challenge: string }>('POST', '/api/vault/challenge', {
      factorId,
      purpose: 'unlock',
    })
    const hpkePub = toBase64Url(createHpkeKeyPair().publicKey)
    const request = {
      factorId,
      challenge: body.challenge,
      hpkePub,
      purpose: 'unlock',
      parentOrigin: client.parentOrigin,
    }
    const sessionId = client.state.session?.sessionId ?? ''
    const signature = await client.sign(releaseBytes({ ...request, sessionId }))
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.call('POST', '/api/vault/release', { ...request, signature })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('[REL-20] one wallet is written, whether with one key or with fifty', async () => {
    const client = await createWalletClient(world)
    await client.signIn('twice@mail.example')
    const frame = createFrame(client)
    const { request } = await frame.create('created')
    const same = await Promise.all(Array.from({ length: 15 }, () => client.call('POST', '/api/vault/wallets', request)))
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]))
    const { body } = await client.call<{ factors: unknown[] }>('GET', '/api/vault/factors')
    expect(body.factors).toEqual([])
  })
})
