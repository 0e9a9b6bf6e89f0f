import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../test/startScriptedNode.js'
import { readChains } from '../platform/chains/readChains.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { createLog } from '../platform/log/log.js'
import { createNodes, type Nodes } from '../platform/upstream/nodes.js'
import { createHistoryTables } from './createHistoryTables.js'
import { createScanner } from './createScanner.js'

const sender = `0x${'a1'.repeat(20)}`
const hex = (value: number) => `0x${value.toString(16)}`
/** The chain as a letter for each block, how far the node has it, and the letters it turns to just before it is asked for whole blocks. */
const state: { letters: string; head: number; turn: string | undefined } = { letters: 'aaa', head: 2, turn: undefined }
const nameOf = (number: number) => `${state.letters[number]}${String(number).padStart(2, '0')}`
const hashOf = (number: number) => `0x${nameOf(number).padStart(64, '0')}`
const numberOf = (tag: unknown) => (tag === 'latest' ? state.head : Number(tag))
const transactionOf = (number: number) => ({
  hash: `0x${nameOf(number).padStart(64, 'f')}`,
  from: sender,
  to: `0x${'b2'.repeat(20)}`,
  nonce: hex(number),
  value: '0x1',
  input: '0x',
  transactionIndex: '0x0',
})

let node: ScriptedNode
let nodes: Nodes
let db: Db
const chains = () =>
  readChains([
    {
      caip2: 'eip155:5',
      name: 'Five',
      rpc: [node.url],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      history: true,
    },
  ])

beforeAll(async () => {
  node = await startScriptedNode({
    rpc: {
      eth_getBlockByNumber: ([tag, isWhole]) => {
        if (isWhole === true && state.turn !== undefined) Object.assign(state, { letters: state.turn, turn: undefined })
        const number = numberOf(tag)
        if (number > state.head) return { result: null }
        const head = { number: hex(number), hash: hashOf(number) }
        const parentHash = hashOf(Math.max(number - 1, 0))
        const whole = { parentHash, timestamp: hex(number), transactions: [transactionOf(number)] }
        return { result: isWhole === true ? { ...head, ...whole } : head }
      },
      eth_getBlockReceipts: ([tag]) => {
        const number = numberOf(tag)
        const { hash: transactionHash } = transactionOf(number)
        return {
          result:
            number > state.head ? null : [{ transactionHash, blockHash: hashOf(number), status: '0x1', logs: [] }],
        }
      },
    },
  })
  nodes = createNodes({ chains: chains(), background: false })
  db = await openPglite(undefined)
}, 120_000)
afterAll(async () => {
  nodes?.close()
  await node?.stop()
  await db?.close()
})

beforeEach(async () => {
  await db.query.execute(sql`delete from history.entries`)
  await db.query.execute(sql`delete from history.progress`)
})

const scannerOver = () => {
  const [chain] = chains()
  if (!chain) throw new Error('No chain.')
  return createScanner({ chain, nodes, tables: createHistoryTables(db), log: createLog('silent'), pause: 0 })
}
/** What the history has of the account, oldest first. */
async function told(): Promise<string[]> {
  const page = await createHistoryTables(db).page('eip155:5', sender, undefined, 100)
  return page.map(({ hash }) => hash.slice(-3)).reverse()
}
const chainNow = () => Array.from({ length: state.head + 1 }, (_, number) => nameOf(number))

it('error: a chain that changes its mind between two questions leaves nothing behind of what it said before', async () => {
  const scanner = scannerOver()
  while (await scanner.round());
  expect(await told()).toEqual(['a00', 'a01', 'a02'])
  Object.assign(state, { letters: 'aaaa', head: 3, turn: 'aabb' })
  for (let rounds = 0; rounds < 4; rounds++) await scanner.round()
  expect(await told()).toEqual(['a00', 'a01', 'b02', 'b03'])
})

it.each([1, 3, 12, 13])('[REL-10] the history goes back %i blocks with the chain, and forward again', async (depth) => {
  const scanner = scannerOver()
  const stable = 'a'.repeat(20)
  const follow = async (letters: string) => {
    Object.assign(state, { letters, head: letters.length - 1 })
    for (let rounds = 0; rounds < 6; rounds++) await scanner.round()
    expect(await told()).toEqual(chainNow())
  }
  await follow(stable)
  // Other transactions take the place of those of before, which then come back in later blocks' stead.
  await follow(`${stable.slice(0, -depth)}${'b'.repeat(depth + 1)}`)
  await follow(`${stable}aa`)
  // Some of them are in no block any more.
  await follow(`${stable.slice(0, -depth)}${'c'.repeat(depth + 3)}`)
})

it('[REL-04] a node that lags now and then takes nothing back, and nothing is told twice', async () => {
  const scanner = scannerOver()
  Object.assign(state, { letters: 'a'.repeat(40), head: 30 })
  for (let rounds = 0; rounds < 6; rounds++) await scanner.round()
  let seen = 30
  for (const head of [31, 21, 32, 2, 33, 22]) {
    state.head = head
    await scanner.round()
    seen = Math.max(seen, head)
    expect(await told()).toEqual(Array.from({ length: seen + 1 }, (_, number) => nameOf(number)))
  }
  state.head = 33
  expect(await told()).toEqual(chainNow())
})
