import { Hono } from 'hono'
import { type Address, encodeAbiParameters, type Hex, isAddress, isHex } from 'viem'
import * as z from 'zod'
import { readJsonBody } from '../platform/http/readJsonBody.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import type { AnswerKey } from '../platform/secrets/createAnswerKey.js'
import type { NameTables } from './createNameTables.js'
import { ensAnswer } from './ensAnswer.js'

/** How long a signed answer counts, in seconds: a name that was released may resolve for as long. */
const lifetime = 300
const lookup = z.object({ sender: z.string(), data: z.string() })
const parameters = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const
const noStore = { 'cache-control': 'no-store' }

/**
 * `/v1/names/ens`: what the resolver contract of a zone asks by way of ENS clients, answered signed.
 *
 * @param options - The gate, the names, the zones, the key (absent: nothing is answered), and the time of the database.
 * @returns The routes.
 * @see https://eips.ethereum.org/EIPS/eip-3668
 */
export function ensRoutes(options: {
  gate: Gate
  tables: NameTables
  zones: readonly string[]
  key: AnswerKey | undefined
  now: () => Promise<Date>
}): Hono<HonoEnv> {
  const { gate, tables, zones, key, now } = options
  const app = new Hono<HonoEnv>()

  app.get('/v1/names/ens', (c) => {
    gate.limit(c.get('ip'))
    return c.json({ zones, signer: key?.address ?? null }, 200, noStore)
  })

  // The callers are clients of ENS, which know of no project.
  app.get('/v1/names/ens/:sender/:data{.+\\.json}', async (c) => {
    gate.limit(c.get('ip'))
    const data = c.req.param('data').slice(0, -'.json'.length)
    return c.json({ data: await answer(c.req.param('sender'), data) }, 200, noStore)
  })

  app.post('/v1/names/ens', async (c) => {
    gate.limit(c.get('ip'))
    const { sender, data } = await readJsonBody(c.req.raw, lookup)
    return c.json({ data: await answer(sender, data) }, 200, noStore)
  })

  async function answer(sender: string, data: string): Promise<Hex> {
    if (key === undefined)
      throw new Refusal(503, 'key', 'Names are not signed here. The operator can set LATCHKEY_NAME_KEYS.')
    if (!isAddress(sender, { strict: false })) throw new Refusal(400, 'sender', 'sender is the address of a resolver')
    if (!isHex(data)) throw new Refusal(400, 'data', 'data is 0x and hexadecimal digits')
    const result = await ensAnswer(data, { tables, zones })
    const expires = BigInt(Math.floor((await now()).getTime() / 1_000) + lifetime)
    const signature = await key.sign({ contract: sender as Address, expires, question: data, result })
    return encodeAbiParameters(parameters, [result, expires, signature])
  }

  return app
}
