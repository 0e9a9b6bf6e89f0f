import { afterEach, expect, it } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../../test/startScriptedNode.js'
import { readChains } from '../../platform/chains/readChains.js'
import { createHeadMemory } from '../../platform/upstream/createHeadMemory.js'
import { createNodes } from '../../platform/upstream/nodes.js'
import { createEvmReader } from './createEvmReader.js'

const account = `0x${'a1'.repeat(20)}`
const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

/** A node that has so many blocks, in the newest of which the account has as much. */
async function startNode(at: { head: number }): Promise<ScriptedNode> {
  const answer = () => ({ result: `0x${at.head.toString(16)}` })
  const node = await startScriptedNode({ rpc: { eth_blockNumber: answer, eth_getBalance: answer } })
  opened.push(node.stop)
  return node
}

it('[REL-04] a balance never goes back to what a node that lags still says', async () => {
  const [current, late] = [{ head: 100 }, { head: 90 }]
  const [first, second] = [await startNode(current), await startNode(late)]
  const [chain] = readChains([
    {
      caip2: 'eip155:5',
      name: 'Five',
      rpc: [first.url, second.url],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  ])
  if (!chain) throw new Error('No chain.')
  const nodes = createNodes({ chains: [chain], background: false })
  opened.push(nodes.close)
  let now = Date.now()
  const reader = createEvmReader({ nodes, isAtHead: createHeadMemory(() => new Date(now)) })
  const read = async () => (await reader(chain, account)).native
  expect(await read()).toBe(100n)
  for (let round = 0; round < 5; round++) {
    first.fault = { status: 500 }
    await expect(read()).rejects.toThrow()
    first.fault = 'ok'
    current.head++
    expect(await read()).toBe(BigInt(current.head))
  }
  // Once the other node has caught up it answers; and when no node knows better for 30 s, the chain itself has gone back.
  first.fault = { status: 500 }
  late.head = current.head
  expect(await read()).toBe(BigInt(current.head))
  late.head = 50
  await expect(read()).rejects.toThrow()
  now += 30_001
  expect(await read()).toBe(50n)
})
