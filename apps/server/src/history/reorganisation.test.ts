import { afterAll, beforeAll, expect, it } from 'vitest'
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
/** Block 1 and those before it are the same on both forks. */
const hashOf = (number: number, fork: string) => `0x${`${number < 2 ? '0' : fork}${number}`.padStart(64, '0')}`

/** What the node stands on, and whether it changes its mind just before it is asked for whole blocks. */
const state = { fork: 'a', head: 2, isTurning: false }
const numberOf = (tag: unknown) => (tag === 'latest' ? state.head : Number(tag))
const transactionOf = (number: number) => ({
  hash: `0x${`${state.fork}${number}`.padStart(64, 'f')}`,
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
        if (isWhole === true && state.isTurning) Object.assign(state, { fork: 'b', isTurning: false })
        const number = numberOf(tag)
        if (number > state.head) return { result: null }
        const head = { number: hex(number), hash: hashOf(number, state.fork) }
        const parentHash = hashOf(Math.max(number - 1, 0), state.fork)
        const whole = { parentHash, timestamp: hex(number), transactions: [transactionOf(number)] }
        return { result: isWhole === true ? { ...head, ...whole } : head }
      },
      eth_getBlockReceipts: ([tag]) => {
        const number = numberOf(tag)
        const { hash: transactionHash } = transactionOf(number)
        return {
          result:
            number > state.head
              ? null
              : [{ transactionHash, blockHash: hashOf(number, state.fork), status: '0x1', logs: [] }],
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

it('error: a chain that changes its mind between two questions leaves nothing behind of what it said before', async () => {
  const tables = createHistoryTables(db)
  const [chain] = chains()
  if (!chain) throw new Error('No chain.')
  const scanner = createScanner({ chain, nodes, tables, log: createLog('silent'), pause: 0 })
  const hashes = async () => (await tables.page(chain.caip2, sender, undefined, 10)).map(({ hash }) => hash.slice(-2))
  while (await scanner.round());
  expect(await hashes()).toEqual(['a2', 'a1', 'a0'])
  Object.assign(state, { head: 3, isTurning: true })
  for (let rounds = 0; rounds < 4; rounds++) await scanner.round()
  expect(await hashes()).toEqual(['b3', 'b2', 'a1', 'a0'])
})
