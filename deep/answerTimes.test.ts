import { expect, it } from 'vitest'
// biome-ignore-start lint/style/noRestrictedImports: what stands for browsers in the tests of the server
import { createWalletClient } from '../apps/server/test/createWalletClient.js'
import { startWalletWorld } from '../apps/server/test/startWalletWorld.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { rounds } from './rounds.js'

it('[SEC-O-TP-08] the time of an answer does not tell whether an address has an account', async () => {
  const pairs = rounds(10, 1_000)
  const world = await startWalletWorld()
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  const statuses = new Set<string>()
  const ask = async (email: string) => {
    const who = await createWalletClient(world)
    const request = await who.prepare('POST', '/api/auth/email/start', {
      email,
      projectId: 'project',
      parentOrigin: who.parentOrigin,
      devicePublicKey: who.publicKey,
      deviceName: 'x',
    })
    const begun = performance.now()
    const { status, body } = await who.send<{ action: string }>(request)
    statuses.add(`${status} ${body.action}`)
    return performance.now() - begun
  }
  for (let pair = 0; pair < pairs; pair++) {
    const email = `known-${pair}@mail.example`
    await (await createWalletClient(world)).signIn(email)
    // Past the limits of an hour, so that it is the address that could make a difference and nothing else.
    world.wait(3_700_000)
    const order = pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) times[kind].push(await ask(kind === 'known' ? email : `unknown-${pair}@mail.example`))
  }
  await world.stop()
  expect([...statuses]).toEqual(['200 VERIFY_DEVICE'])
  const p95 = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0
  const difference = Math.abs(p95(times.known) - p95(times.unknown))
  console.log(`answer times: ${pairs} pairs, 95 % of them differ by ${difference.toFixed(2)} ms`)
  // A statistic needs many answers; of a few only their form is looked at.
  if (pairs >= 1_000) expect(difference).toBeLessThan(5)
})
