import { createHash, createHmac, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { rows } from '../platform/db/rows.js'
import { createSecretBox } from '../platform/secrets/secretBox.js'
import { type CodeBinding, isCode } from '../platform/wallet/oneTimeCode.js'

let world: WalletWorld
const pepper = Uint8Array.from(randomBytes(32))
beforeAll(async () => {
  world = await startWalletWorld({ more: { box: createSecretBox(pepper) } })
}, 180_000)
afterAll(() => world?.stop())

/** Every word of the dump that could be a key. */
async function dumpedWords(): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    world.db.query,
    sql`select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('auth', 'vault', 'recovery')`,
  )
  const words = new Set<string>()
  for (const { name } of tables) {
    const lines = await rows<{ line: string }>(
      world.db.query,
      sql`select to_jsonb(t)::text as line from ${sql.raw(name)} t`,
    )
    for (const { line } of lines) for (const word of line.match(/[A-Za-z0-9_-]{16,}/g) ?? []) words.add(word)
  }
  return [...words]
}

it('[SEC-O-TP-07] a hundred thousand guesses at a code with everything in the dump as a key hit nothing', async () => {
  for (let at = 0; at < 40; at++) {
    const other = `other-${at}@mail.example`
    await (await createWalletClient(world)).signIn(other)
  }
  const email = 'victim@mail.example'
  const client = await createWalletClient(world)
  const { body } = await client.start(email)
  await client.approve(email)
  const code = await client.readCode(email)
  const [row] = await rows<{ salt: string; mac: string }>(
    world.db.query,
    sql`select salt, mac from recovery.mail_codes where id = ${body.challengeId}`,
  )
  const [binding] = await rows<CodeBinding>(
    world.db.query,
    sql`select id, kind, mailbox_index as "mailboxIndex", device_id as "deviceId" from recovery.mail_codes where id = ${body.challengeId}`,
  )
  if (row === undefined || binding === undefined) throw new Error('no row')
  // The thief knows the form of what is hashed, so with the right pepper the code would fall at once.
  expect(isCode(await world.recoveryBox(), binding, row, code)).toBe(true)
  const { id, kind, mailboxIndex, deviceId } = binding
  const textOf = (guess: string) => JSON.stringify([row.salt, id, kind, mailboxIndex, deviceId, guess])
  const peppers = ['', row.salt, ...(await dumpedWords())].slice(0, 1_000)
  const codes = [code, ...Array.from({ length: 49 }, (_, at) => String(at * 20_011).padStart(6, '0'))]
  let guesses = 0
  for (const guessed of peppers)
    for (const guess of codes) {
      guesses += 2
      const keyed = createHmac('sha256', guessed).update(textOf(guess)).digest('base64url')
      const plain = createHash('sha256').update(guessed).update(textOf(guess)).digest('base64url')
      expect(keyed === row.mac || plain === row.mac).toBe(false)
    }
  expect(guesses).toBe(peppers.length * codes.length * 2)
  expect(peppers.length).toBeGreaterThan(500)
}, 60_000)
