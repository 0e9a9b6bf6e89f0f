import { createHmac, randomUUID } from 'node:crypto'
import { onrampUrl } from '@latchkey/protocol/onrampApi'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMeld, type Told } from '../../test/startMeld.js'
import { type ScriptedNode, startScriptedNode } from '../../test/startScriptedNode.js'
import type { Seller } from '../../test/startSeller.js'
import { readEnv } from '../env.js'
import { readChains } from '../platform/chains/readChains.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { rows } from '../platform/db/rows.js'
import { answerRefusal } from '../platform/http/answerRefusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import { createGate } from '../platform/limits/gate.js'
import { createRateLimit } from '../platform/limits/rateLimit.js'
import { createLog } from '../platform/log/log.js'
import { createMetrics } from '../platform/metrics/metrics.js'
import { createNodes, type Nodes } from '../platform/upstream/nodes.js'
import { createOnramp, type Onramp } from './createOnramp.js'

const origin = 'https://api.example'
const metrics = createMetrics()
let seller: Seller
let told: Told
let node: ScriptedNode
let nodes: Nodes
let db: Db
let onramp: Onramp
let app: Hono<HonoEnv>
let receipt: object | null = null
beforeAll(async () => {
  ;({ seller, told } = await startMeld())
  node = await startScriptedNode({
    rpc: {
      eth_chainId: () => ({ result: '0x1' }),
      eth_getTransactionReceipt: () => ({ result: receipt }),
    },
  })
  const chains = readChains([
    {
      ...{ caip2: 'eip155:1', name: 'Ethereum', rpc: [node.url] },
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  ])
  nodes = createNodes({ chains })
  db = await openPglite()
  const clock = () => new Date()
  const env = readEnv({
    HOST: '127.0.0.1',
    ...{ LATCHKEY_MELD_KEY: 'meld-key', LATCHKEY_MELD_URL: seller.url, LATCHKEY_MELD_WEBHOOK_KEYS: 'hook-key' },
  })
  const deps = { env, chains, nodes, db, log: createLog('silent'), metrics, clock, fetch }
  const rateLimit = createRateLimit({ rate: 1000, burst: 1000 })
  const gate = createGate({ chains, projects: undefined, rateLimit, exemptLoopback: true, clock })
  onramp = createOnramp(deps, { gate, publicUrl: () => origin })
  app = new Hono<HonoEnv>()
  app.use(async (c, next) => {
    c.set('ip', '127.0.0.1')
    await next()
  })
  app.onError((error) => {
    const { body, ...init } = answerRefusal(error, 'test', { log: deps.log, metrics })
    return new Response(body, init)
  })
  app.route('/', onramp.routes)
}, 120_000)
afterAll(async () => {
  onramp?.close()
  nodes?.close()
  await db?.close()
  await node?.stop()
  await seller?.stop()
})

/** Begins a purchase of 10 US dollars and opens its page; tells what the provider knows it by. */
async function open(): Promise<string> {
  const address = `0x${randomUUID().replaceAll('-', '').padEnd(40, '0')}`
  const wish = {
    destinationWallets: [{ address }],
    partnerUserId: 'x',
    presetFiatAmount: '10',
    purchaseCurrency: 'ETH',
  }
  const begun = await app.request('/v1/generators/onrampurl', { method: 'POST', body: JSON.stringify(wish) })
  const { pathname } = new URL(onrampUrl.parse(await begun.json()).url)
  expect((await app.request(pathname)).status).toBe(302)
  const page = seller.calls.findLast(({ path }) => path === '/crypto/session/widget')
  const { externalSessionId: reference = '' } = (page?.body ?? {}) as { externalSessionId?: string }
  return reference
}
/** Sends a message, as Meld signs it. */
async function tell(reference: string, { id = randomUUID() as string, key = 'hook-key' } = {}): Promise<number> {
  const path = '/v1/onramp/webhooks/meld'
  const time = new Date().toISOString()
  const body = JSON.stringify({ eventId: id, payload: { externalSessionId: reference } })
  const signature = createHmac('sha256', key).update(`${time}.${origin}${path}.${body}`).digest('base64url')
  const headers = { 'meld-signature': signature, 'meld-signature-timestamp': time }
  return (await app.request(path, { method: 'POST', body, headers })).status
}
async function stepsOf(reference: string): Promise<string[]> {
  const found = await rows<{ step: string }>(
    db.query,
    sql`select e.step || ' ' || trim_scale(l.amount) || ' ' || l.asset as step
      from ledger.entries e join ledger.lines l on l.entry = e.id where e.reference = ${reference} and l.amount > 0 order by e.id`,
  )
  return found.map(({ step }) => step)
}
const inBlock = { status: '0x1', blockNumber: '0x10', logs: [] }

it('[SEC-H-01][SEC-H-03][SEC-H-04] messages that are forged, repeated or late post nothing, and the others each step once', async () => {
  const reference = await open()
  told.set(reference, { status: 'SETTLING' })
  expect(await tell(reference, { key: 'forged' })).toBe(401)
  expect(await stepsOf(reference)).toEqual([])
  const same = await Promise.all(Array.from({ length: 20 }, () => tell(reference, { id: `one-${reference}` })))
  expect(new Set(same)).toEqual(new Set([200]))
  expect(await stepsOf(reference)).toEqual(['paid 10 USD'])
  told.set(reference, { status: 'SETTLED' })
  receipt = inBlock
  await tell(reference)
  for (const status of ['PENDING_CREATED', 'SETTLING', 'REFUNDED', 'SETTLED']) {
    told.set(reference, { status })
    expect(await tell(reference)).toBe(200)
    expect(await tell(reference, { id: `one-${reference}` })).toBe(200)
  }
  expect(await stepsOf(reference)).toEqual(['paid 10 USD', 'sent 0.0394 eip155:1/ETH', 'arrived 0.0394 eip155:1/ETH'])
})

it('what was paid is what the provider says, and what it gives back is taken back', async () => {
  const reference = await open()
  told.set(reference, { status: 'SETTLING', sourceAmount: 12.5 })
  await tell(reference)
  expect(await stepsOf(reference)).toEqual(['paid 12.5 USD'])
  told.set(reference, { status: 'REFUNDED', sourceAmount: 12.5 })
  await tell(reference)
  expect(await stepsOf(reference)).toEqual(['paid 12.5 USD', 'refunded 12.5 USD'])
})

it('a provider that takes back what it said, and a chain that does, are a figure and a row', async () => {
  const reference = await open()
  told.set(reference, { status: 'SETTLED' })
  receipt = inBlock
  await tell(reference)
  const compare = async () => {
    await rows(db.query, sql`update onramp.purchases set check_at = now(), changed_at = now() - interval '1 hour'`)
    await onramp.compare()
    return (await metrics.registry.metrics()).match(/^latchkey_ledger_mismatches\{.*$/gm)
  }
  const none = ['{side="purchase"} 0', '{side="provider"} 0', '{side="chain"} 0']
  await rows(db.query, sql`delete from onramp.purchases where reference <> ${reference}`)
  expect(await compare()).toEqual(none.map((each) => `latchkey_ledger_mismatches${each}`))
  told.set(reference, { status: 'REFUNDED' })
  receipt = null
  const some = ['{side="purchase"} 0', '{side="provider"} 1', '{side="chain"} 1']
  expect(await compare()).toEqual(some.map((each) => `latchkey_ledger_mismatches${each}`))
  const found = await rows(db.query, sql`select side, books, other from ledger.mismatches order by side`)
  expect(found).toEqual([
    { side: 'chain', books: 'arrived 0.0394 eip155:1/ETH', other: 'no such transaction' },
    { side: 'provider', books: 'arrived', other: 'failed' },
  ])
})
