import { expect, it } from 'vitest'
// biome-ignore-start lint/style/noRestrictedImports: what stands for browsers in the tests of the server
import { createWalletClient } from '../apps/server/test/createWalletClient.js'
import { startWalletWorld } from '../apps/server/test/startWalletWorld.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { rounds } from './rounds.js'

const pairs = rounds(10, 1_000)
// Times say something only where they are many; of a few answers nothing but their form is looked at.
const isTimed = pairs >= 1_000

it(`${isTimed ? '[SEC-O-TP-08] neither the form nor the time' : 'the form'} of an answer tells whether an address has an account`, async () => {
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
  const share = (list: number[], part: number) => [...list].sort((a, b) => a - b)[Math.floor(list.length * part)] ?? 0
  const late = Math.abs(share(times.known, 0.95) - share(times.unknown, 0.95))
  const within = times.known.map((known, pair) => known - (times.unknown[pair] ?? 0))
  const middle = share(within, 0.5)
  const longer = within.filter((difference) => difference > 0).length / pairs
  console.log(
    `answer times: ${pairs} pairs; the 95th percentiles of known and unknown lie ${late.toFixed(2)} ms apart, the median of known less ` +
      `unknown within a pair is ${middle.toFixed(2)} ms, and known took longer in ${(longer * 100).toFixed(1)} % of the pairs`,
  )
  if (!isTimed) return
  expect(late).toBeLessThan(5)
  expect(Math.abs(middle)).toBeLessThan(5)
})
