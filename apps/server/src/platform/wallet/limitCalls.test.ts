import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWalletClient } from '../../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../../test/startWalletWorld.js'
import { createRateLimit } from '../limits/rateLimit.js'

let world: WalletWorld
beforeAll(async () => {
  // None comes back while this runs.
  world = await startWalletWorld({ more: { rateLimit: createRateLimit({ rate: 0.001, burst: 5 }) } })
}, 180_000)
afterAll(() => world?.stop())

it('[SEC-O-TP-06] limits the calls of one address, by any signer, before any signature is checked', async () => {
  const ip = '203.0.113.7'
  for (let at = 0; at < 5; at++) {
    const client = await createWalletClient(world, { ip })
    expect((await client.call('POST', '/api/auth/email/verify', { challengeId: 'x' })).status).not.toBe(429)
  }
  const late = await createWalletClient(world, { ip: `::ffff:${ip}` })
  const request = await late.prepare('GET', '/api/auth/session')
  request.init.headers['x-signature'] = 'not even one'
  const refused = await late.send<{ code: string; retryAfterMs: number }>(request)
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(refused.body.retryAfterMs).toBeGreaterThan(0)
  const other = await createWalletClient(world, { ip: '203.0.113.8' })
  expect((await other.call('GET', '/api/auth/session')).status).toBe(401)
  expect((await late.call('GET', '/ready')).status, 'who looks after it is not counted').toBe(200)
})
