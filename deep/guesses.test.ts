import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
// biome-ignore-start lint/style/noRestrictedImports: the thief of the database knows the server's code
import { openEnvelope } from '../apps/server/src/custody/envelope.js'
import { envelopeAad } from '../apps/server/src/custody/halfBinding.js'
import { createLocalKeys } from '../apps/server/src/custody/keys/createLocalKeys.js'
import { openHpkeKey } from '../apps/server/src/custody/openHpkeKey.js'
import { createFrame } from '../apps/server/test/createFrame.js'
import { createWalletClient } from '../apps/server/test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../apps/server/test/startWalletWorld.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { rounds } from './rounds.js'

const guesses = rounds(5_000, 10_000_000)
/** Each of these opens an envelope of two layers, which takes long. */
const halfGuesses = Math.ceil(guesses / 10)
const codeCount = 1_000_000
const ringKey = Uint8Array.from(randomBytes(32))
const recoveryKey = Uint8Array.from(randomBytes(32))
const ringOf = (key: Uint8Array) => createLocalKeys({ current: '1', keys: new Map([['1', key]]) })
let world: WalletWorld
beforeAll(async () => {
  const keys = { vault: ringOf(ringKey), recovery: ringOf(recoveryKey) }
  world = await startWalletWorld({ more: { keys } })
}, 180_000)
afterAll(() => world?.stop())

async function rows<Row>(statement: string): Promise<Row[]> {
  return ((await world.db.query.execute(statement)) as unknown as { rows: Row[] }).rows
}

/** Every word of the dump that could be a key, as 32 bytes; after them, keys out of the air. */
async function* guessedKeys(): AsyncGenerator<Uint8Array> {
  const tables = await rows<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('auth', 'vault', 'recovery')`,
  )
  for (const { name } of tables)
    for (const { line } of await rows<{ line: string }>(`select to_jsonb(t)::text as line from ${name} t`))
      for (const word of line.match(/[A-Za-z0-9_-]{16,}/g) ?? []) {
        const bytes = Uint8Array.from(Buffer.from(word, 'base64url'))
        for (let at = 0; at + 32 <= bytes.length; at++) yield bytes.slice(at, at + 32)
        yield Uint8Array.from(createHash('sha256').update(word).digest())
      }
  for (let at = 0; ; at++) yield Uint8Array.from(createHash('sha256').update(`guess ${at}`).digest())
}

it(
  '[SEC-C-04][SEC-O-TP-07] a thief of the database who tries codes under keys out of the dump finds none',
  async () => {
    const email = 'victim@mail.example'
    for (let at = 0; at < 10; at++) await (await createWalletClient(world)).signIn(`other-${at}@mail.example`)
    const client = await createWalletClient(world)
    const { body } = await client.start(email)
    await client.approve(email)
    const code = await client.readCode(email)
    const [row] = await rows<{ salt: string; mac: string; bound: string[] }>(
      `select salt, mac, jsonb_build_array(salt, id, kind, mailbox_index, device_id) as bound
      from recovery.mail_codes where id = '${body.challengeId}'`,
    )
    if (row === undefined) throw new Error('no row')
    /** Tries so many codes under one key, from one on. */
    function find(key: Uint8Array, from: number, count: number): string | undefined {
      const derived = Buffer.from(hkdfSync('sha256', key, '', 'latchkey/auth/1/index/code', 32))
      for (let at = from; at < from + count; at++) {
        const guess = String(at).padStart(6, '0')
        const text = JSON.stringify([...(row?.bound ?? []), guess])
        if (createHmac('sha256', derived).update(text).digest('base64url') === row?.mac) return guess
      }
      return undefined
    }
    const { privateKey } = await openHpkeKey(world.db, ringOf(recoveryKey), 'recovery')
    const pepper = Uint8Array.from(Buffer.from(hkdfSync('sha256', privateKey, '', 'latchkey/recovery/box/1', 32)))
    // With the server's secret the code falls: what keeps it is the secret and nothing else.
    const isShort = guesses < codeCount
    expect(isShort ? find(pepper, Math.max(0, Number(code) - 500), 501) : find(pepper, 0, codeCount)).toBe(code)
    const each = Math.max(100, Math.min(codeCount, Math.ceil(guesses / 200)))
    let tried = 0
    for await (const key of guessedKeys()) {
      expect(find(key, 0, each)).toBeUndefined()
      tried += each
      if (tried >= guesses) break
    }
    console.log(`guesses at a code: ${tried}, under ${tried / each} keys`)
  },
  12 * 3_600_000,
)

it(
  '[SEC-C-04] a thief of the database who tries keys out of the dump and the air opens no half',
  async () => {
    const client = await createWalletClient(world)
    const { userId } = await client.signIn('owner@mail.example')
    const { walletId } = await createFrame(client).create()
    const halves = await rows<{ id: string; kind: string; envelope: string; epoch: number }>(
      `select id, kind, envelope, epoch from vault.factors where wallet_id = '${walletId}'`,
    )
    const opens = async (key: Uint8Array) => {
      let opened = 0
      for (const { id: factorId, kind, envelope, epoch } of halves) {
        const aad = envelopeAad({ userId, walletId, factorId, kind, epoch })
        if (await openEnvelope(ringOf(key), envelope, aad).catch(() => undefined)) opened++
      }
      return opened
    }
    expect(halves.length).toBeGreaterThan(1)
    // Each half falls to the key of the ring.
    expect(await opens(ringKey)).toBe(halves.length)
    let tried = 0
    for await (const key of guessedKeys()) {
      expect(await opens(key)).toBe(0)
      tried += halves.length
      if (tried >= halfGuesses) break
    }
    console.log(`guesses at a half: ${tried}`)
  },
  12 * 3_600_000,
)
