import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostgres } from '../../test/findService.js'
import { freePort, type ServerProcess, startProcess } from '../../test/startProcess.js'
import { type ScriptedNode, startScriptedNode } from '../../test/startScriptedNode.js'
import type { Db } from '../platform/db/db.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { rows } from '../platform/db/rows.js'

const postgres = await findPostgres()
if (postgres === undefined)
  console.warn('Skipped: one process reads a chain (no TEST_DATABASE_URL and no initdb found)')

const caip2 = 'eip155:7341'
const hashOf = (number: number) => `0x${(number + 1).toString(16).padStart(64, '0')}`
let height = 0
let db: Db
const nodes: ScriptedNode[] = []
const servers: ServerProcess[] = []

beforeAll(async () => {
  if (postgres !== undefined) db = await openPostgres(postgres.url)
}, 60_000)
afterAll(async () => {
  for (const server of servers) await server.stop('SIGKILL')
  for (const node of nodes) await node.stop()
  await db?.close()
  await postgres?.stop()
})

/** A node of a chain without transactions; each process has its own, so that it is known who asks. */
function startNode(): Promise<ScriptedNode> {
  const block = (tag: unknown) => {
    const number = tag === 'latest' ? height : Number(tag)
    if (number > height) return null
    const quantity = `0x${number.toString(16)}`
    return {
      number: quantity,
      hash: hashOf(number),
      parentHash: hashOf(number - 1),
      timestamp: '0x1',
      transactions: [],
    }
  }
  return startScriptedNode({
    rpc: {
      eth_chainId: () => ({ result: `0x${Number(caip2.slice(7)).toString(16)}` }),
      eth_blockNumber: () => ({ result: `0x${height.toString(16)}` }),
      eth_getBlockByNumber: ([tag]) => ({ result: block(tag) }),
      eth_getBlockReceipts: () => ({ result: [] }),
    },
  })
}

async function start(url: string): Promise<{ server: ServerProcess; rounds: () => number }> {
  const node = await startNode()
  nodes.push(node)
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = { caip2, name: 'Read once', rpc: [node.url], nativeCurrency, tokens: [], history: true }
  const server = await startProcess({
    DATABASE_URL: url,
    PORT: String(await freePort()),
    LATCHKEY_CHAINS: JSON.stringify([chain]),
    LATCHKEY_ROLES: 'data',
  })
  servers.push(server)
  return { server, rounds: () => node.calls.filter((call) => call === 'eth_getBlockByNumber').length }
}

async function nextBlock(): Promise<number> {
  const [row] = await rows<{ next: number }>(
    db.query,
    sql`select next_block::int as next from history.progress where chain = ${caip2}`,
  )
  return row?.next ?? 0
}
const untilRead = () => expect.poll(nextBlock, { timeout: 20_000 }).toBe(height + 1)

it.skipIf(postgres === undefined)(
  'one process reads a chain, and another one goes on when it is killed',
  async () => {
    const url = postgres?.url ?? ''
    const first = await start(url)
    await untilRead()
    // It looks at the chain for the first time before it says where it listens.
    const second = await start(url)
    height++
    await untilRead()
    const before = first.rounds()
    await expect.poll(() => first.rounds(), { timeout: 20_000 }).toBeGreaterThan(before)
    expect(second.rounds()).toBe(0)
    await first.server.stop('SIGKILL')
    height++
    await untilRead()
    expect(second.rounds()).toBeGreaterThan(0)
  },
  60_000,
)
