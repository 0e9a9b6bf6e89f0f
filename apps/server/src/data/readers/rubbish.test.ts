import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../../test/startScriptedNode.js'
import { readChains } from '../../platform/chains/readChains.js'
import type { ChainReader } from '../../platform/upstream/chainReader.js'
import { createNodes, type Nodes } from '../../platform/upstream/nodes.js'
import { createChainReader } from './createChainReader.js'

const owners = {
  'eip155:5': `0x${'a1'.repeat(20)}`,
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'J1S9H3QjnRtBbbuD4HjPV6RpRhwuk4zKbxsnCHuTgh9w',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  'cosmos:latchkey-1': 'cosmos1qurswpc8qurswpc8qurswpc8qurswpc83c9ccw',
} as const
const families = Object.keys(owners) as (keyof typeof owners)[]
const sums = (funded: unknown, spent: unknown) => ({ funded_txo_sum: funded, spent_txo_sum: spent })
const bitcoin = (settled: unknown) => ({ chain_stats: settled, mempool_stats: sums(0, 0) })

/** What a node may say instead of a balance, to a call of JSON-RPC or of a path. */
const rubbish: readonly (readonly [string, unknown])[] = [
  ['a text', 'x'],
  ['a number', -1],
  ['no digits', '0x'],
  ['a list', []],
  ['an object', {}],
  ['a hex number of a megabyte', `0x${'f'.repeat(1_000_000)}`],
  ['two megabytes of storage', `0x${'00'.repeat(1_000_000)}`],
  ['a balance that is no number', { context: { slot: 1 }, value: 'x' }],
  ['a balance below nothing', bitcoin(sums(1, 2))],
  ['a sum beyond all numbers', bitcoin(sums(1e300, 0))],
  ['a coin of a negative amount', { balances: [{ denom: 'ucoin', amount: '-1' }] }],
  ['a coin of a million digits', { balances: [{ denom: 'ucoin', amount: '9'.repeat(1_000_000) }] }],
]

let node: ScriptedNode
let nodes: Nodes
let read: ChainReader
let said: unknown
const chains = () =>
  readChains(
    families.map((caip2) => ({
      caip2,
      name: caip2,
      rpc: [node.url],
      nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    })),
  )

beforeAll(async () => {
  const say = () => ({ result: said })
  const body = () => JSON.stringify(said)
  const path = (text: string) => ({
    [text]: {
      get body() {
        return body()
      },
    },
  })
  const script = {
    rpc: {
      eth_blockNumber: () => ({ result: '0x1' }),
      eth_getBalance: say,
      getBalance: say,
      getTokenAccountsByOwner: () => ({ result: { context: { slot: 1 }, value: [] } }),
      state_getStorage: say,
    },
    rest: {
      ...path(`GET /address/${owners['bip122:0f9188f13cb7b2c71f2a335e3a4fc328']}`),
      ...path(`GET /cosmos/bank/v1beta1/balances/${owners['cosmos:latchkey-1']}`),
    },
  }
  node = await startScriptedNode(script)
  nodes = createNodes({ chains: chains(), background: false })
  read = createChainReader({ nodes, clock: () => new Date() })
})
afterAll(async () => {
  nodes?.close()
  await node?.stop()
})

it.each(families)('error: a node of %s that says anything but a balance gave none', async (caip2) => {
  const chain = chains().find((one) => one.caip2 === caip2)
  if (!chain) throw new Error('No chain.')
  for (const [name, value] of rubbish) {
    said = value
    const outcome = await read(chain, owners[caip2]).then(
      ({ native }) => native,
      (error: { code?: string; name: string }) => error.code ?? error.name,
    )
    expect([name, outcome]).toEqual([name, 'RPC_BAD_ANSWER'])
  }
})
