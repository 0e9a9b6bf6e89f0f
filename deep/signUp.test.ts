import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
// biome-ignore-start lint/style/noRestrictedImports: what stands for a frame in the tests of the server
import { bundleServer } from '../apps/server/test/bundleServer.js'
import { createFrame, openSeed, sealSeed, xor } from '../apps/server/test/createFrame.js'
import type { Answer } from '../apps/server/test/createWalletClient.js'
import { findPostgres, type Service } from '../apps/server/test/findService.js'
import { type Inbox, startInbox } from '../apps/server/test/startInbox.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { printedSeed, rounds } from './rounds.js'
import { apart, createLane, type Lane, together } from './test/createLane.js'
import { createPerson, type Person, recover, sendCode, signIn, signUp } from './test/createPerson.js'
import { createRandom } from './test/createRandom.js'
import { killAtEach } from './test/killAtEach.js'

/** The calls of each, in their order. */
const signUpSteps = [
  '/email/start$',
  '/recovery/mail/login$',
  '/email/verify$',
  '/vault/keys$',
  '/vault/wallets$',
  '/vault/challenge$',
  '/vault/release$',
  '/recovery/challenge$',
  '/recovery/release$',
  '/activate$',
]
const rotateSteps = ['/rotate$']
const emailSteps = ['/change/start$', '/recovery/mail/session$', '/change/primary$', '/change/secondary$']
const total = rounds(1, 50)
const long = 12 * 3_600_000

const folder = mkdtempSync(join(tmpdir(), 'latchkey-deep-sign-up-'))
const inboxes: Inbox[] = []
let postgres: Service | undefined
/** Servers whose lives go on beside each other; those of a kind take turns at the same rounds. */
const worlds: { name: string; rounds: number; lanes: Lane[] }[] = []
let people = 0

beforeAll(async () => {
  const program = await bundleServer(folder)
  postgres = total > 1 ? await findPostgres() : undefined
  const open = async (name: string, database: string, split = together) => {
    const inbox = await startInbox()
    inboxes.push(inbox)
    return createLane(program, { folder: join(folder, name), database, inbox, split })
  }
  const embedded = ['embedded-1', 'embedded-2'].map((name) => {
    mkdirSync(join(folder, name))
    return open(name, join(folder, name, 'db'))
  })
  const lanes = await Promise.all(embedded)
  worlds.push({ name: 'embedded', rounds: postgres === undefined ? total : 1, lanes })
  if (postgres === undefined) return
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  for (const [kind, split] of [
    ['PostgreSQL', together],
    ['PostgreSQL, a process for each role', apart],
  ] as const) {
    const lanes: Lane[] = []
    for (let at = 0; at < 3; at++) {
      const name = `deep_${process.pid}_${worlds.length}_${at}`
      await owner.query(`create database ${name}`)
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      lanes.push(await open(name, url.href, split))
    }
    worlds.push({ name: kind, rounds: total, lanes })
  }
  await owner.end()
}, 180_000)
afterAll(async () => {
  for (const { lanes } of worlds) for (const lane of lanes) await lane.stop()
  for (const inbox of inboxes) await inbox.stop()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

const newPerson = (lane: Lane, name = 'person') => createPerson(lane, `${name}-${++people}`)

/** How a person comes back to a sign-up that was cut off: with all the page knew, with the device key alone, or from elsewhere. */
const returns = ['with all', 'after a reload', 'from elsewhere'] as const

/** Finishes a sign-up that was cut off. Gives whether its wallet was kept, made anew, or had been finished already. */
async function comeBack(lane: Lane, person: Person, how: (typeof returns)[number]): Promise<'kept' | 'new' | 'done'> {
  if (how !== 'with all') {
    if (how === 'from elsewhere') person.client = await lane.newClient()
    const { walletId } = await signIn(person.client, person.email)
    if (walletId !== null) return 'done'
    delete person.wallet
  }
  await signUp(person)
  return how === 'with all' ? 'kept' : 'new'
}

it(
  '[SEC-C-09][REL-26] no address was ever shown that cannot be recovered, wherever in a sign-up the server was killed',
  async () => {
    const random = createRandom(printedSeed('sign-up'))
    for (const world of worlds) {
      const counts = { shown: 0, recovered: 0, 'before the end': 0, kept: 0, new: 0, done: 0 }
      const kills = await killAtEach(signUpSteps, world, random, {
        observe: async (lane, watch) => {
          const person = await newPerson(lane)
          return watch(() => signUp(person))
        },
        round: async (lane, die) => {
          const person = await newPerson(lane)
          const { died, result } = await die(() => signUp(person))
          if (died && result === true) counts['before the end']++
          if (result !== true) {
            counts[await comeBack(lane, person, returns[random(0, 2)] ?? 'with all')]++
            await lane.wait()
          }
          counts.shown++
          await recover(lane, person)
          counts.recovered++
          await lane.wait()
          return died
        },
      })
      for (const lane of world.lanes) expect((await lane.sweep()).orphans).toBe(0)
      console.log(`sign-up, ${world.name}: ${JSON.stringify({ kills, ...counts })}`)
      expect(Math.min(...Object.values(kills))).toBeGreaterThanOrEqual(world.rounds)
    }
  },
  long,
)

it('[REL-26] a sign-up that nobody comes back to leaves nothing behind, and can be begun again', async () => {
  for (const { lanes } of worlds) {
    const [lane] = lanes
    if (lane === undefined) throw new Error('no server')
    await lane.wait(3_700_000)
    await lane.sweep()
    const left = await newPerson(lane, 'left')
    await signIn(left.client, left.email)
    const frame = createFrame(left.client)
    const abandoned = await frame.create('created')
    expect((await lane.sweep()).creating).toBe(1)
    await lane.wait(3_700_000)
    expect(await lane.sweep()).toMatchObject({ creating: 0, orphans: 0 })
    expect(
      (await left.client.call('POST', `/api/vault/wallets/${abandoned.walletId}/activate`, { proofs: [] })).status,
    ).toBe(404)
    await signIn(left.client, left.email)
    await signUp(left)
    await lane.wait()
    await recover(lane, left)
  }
})

it(
  '[REL-28] a rotation that was killed is done or not done: one of the two keys opens the wallet',
  async () => {
    const random = createRandom(printedSeed('rotation'))
    async function prepare(lane: Lane) {
      const person = await newPerson(lane)
      await signUp(person)
      const { client, wallet } = person
      if (wallet === undefined) throw new Error('no wallet')
      const { walletId, seed, device: old } = wallet
      const frame = createFrame(client)
      await lane.wait()
      await frame.release('vault', old.factor.factorId, 'unlock')
      const key = Uint8Array.from(wallet.key, (byte) => byte ^ 0x5a)
      const device = await frame.makeFactor('device', key, { walletId, epoch: 2 })
      const auto = await frame.makeFactor('auto', key, { walletId, epoch: 2 })
      const request = { epoch: 2, blob: sealSeed(key, seed), factors: [device.factor, auto.factor] }
      const rotate = () => client.call('POST', `/api/vault/wallets/${walletId}/rotate`, request)
      const openers = async () => {
        const found: ('old' | 'new')[] = []
        for (const { factor, client: half } of [old, device]) {
          const released = await frame.release('vault', factor.factorId, 'unlock')
          if (released.status !== 200) continue
          expect(openSeed(xor(released.half ?? new Uint8Array(), half), released.body.blob)).toEqual(seed)
          found.push(factor === device.factor ? 'new' : 'old')
        }
        return found
      }
      return { person, rotate, openers }
    }
    for (const world of worlds) {
      const outcomes = { old: 0, new: 0, recovered: 0 }
      const kills = await killAtEach<Answer>(rotateSteps, world, random, {
        observe: async (lane, watch) => watch((await prepare(lane)).rotate),
        round: async (lane, die) => {
          const { person, rotate, openers } = await prepare(lane)
          const { died, result } = await die(rotate)
          const [opener, ...others] = await openers()
          expect([opener, ...others]).toHaveLength(1)
          if (opener === undefined) throw new Error('Neither key opens the wallet')
          outcomes[opener]++
          if (result?.status === 200) expect(opener).toBe('new')
          if (opener === 'old') {
            expect(await rotate()).toMatchObject({ status: 200, body: { epoch: 2 } })
            expect(await openers()).toEqual(['new'])
          }
          await lane.wait()
          // The owner of the wallet is told, even if the server died between the two.
          await lane.sweep()
          await lane.nextMail(person.email, /key was replaced/)
          await recover(lane, person)
          outcomes.recovered++
          await lane.wait()
          return died
        },
      })
      for (const lane of world.lanes) expect((await lane.sweep()).orphans).toBe(0)
      console.log(`rotation, ${world.name}: ${JSON.stringify({ kills, ...outcomes })}`)
    }
  },
  long,
)

it(
  '[REL-28] a change of address that was killed is done or not done: one of the two addresses signs in to the account',
  async () => {
    const random = createRandom(printedSeed('e-mail change'))
    async function prepare(lane: Lane) {
      const { client, email } = await newPerson(lane)
      const fresh = email.replace('person', 'moved')
      const { userId } = await signIn(client, email)
      await lane.wait()
      const change = async (): Promise<true> => {
        const started = await client.call('POST', '/api/auth/email/change/start', { newEmail: fresh })
        if (started.status !== 200) throw new Error(JSON.stringify(started))
        await sendCode(client, 'primary', email)
        await sendCode(client, 'secondary', fresh)
        return true
      }
      const owns = async (address: string): Promise<boolean> => {
        const other = await lane.newClient()
        // An address that was just given up opens nothing, and says so.
        const found = await signIn(other, address).catch((error: Error) => {
          if (!error.message.includes('CONFLICT')) throw error
        })
        await lane.wait()
        return found?.userId === userId
      }
      return { email, fresh, change, owns }
    }
    for (const world of worlds) {
      const outcomes = { old: 0, new: 0 }
      const kills = await killAtEach(emailSteps, world, random, {
        observe: async (lane, watch) => watch((await prepare(lane)).change),
        round: async (lane, die) => {
          const { email, fresh, change, owns } = await prepare(lane)
          const { died, result } = await die(change)
          const isOld = await owns(email)
          outcomes[isOld ? 'old' : 'new']++
          if (result === true) expect(isOld).toBe(false)
          // Only an address without an account can be changed to, so this also shows that the new one had none.
          if (isOld) await change()
          expect(await owns(fresh)).toBe(true)
          if (isOld) expect(await owns(email)).toBe(false)
          return died
        },
      })
      console.log(`e-mail change, ${world.name}: ${JSON.stringify({ kills, ...outcomes })}`)
    }
  },
  long,
)
