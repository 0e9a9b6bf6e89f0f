import { history as historySchema } from '@latchkey/protocol/accountApi'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../test/startScriptedNode.js'
import { type App, createApp } from '../app.js'
import { readEnv } from '../env.js'
import { createMemoryCache } from '../platform/cache/createMemoryCache.js'
import { readChains } from '../platform/chains/readChains.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { createLog } from '../platform/log/log.js'
import { createMetrics } from '../platform/metrics/metrics.js'
import { createNodes, type Nodes } from '../platform/upstream/nodes.js'

const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const bitcoin = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const cosmos = 'cosmos:latchkey-1'
const owners = {
  [solana]: 'J1S9H3QjnRtBbbuD4HjPV6RpRhwuk4zKbxsnCHuTgh9w',
  [bitcoin]: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  [cosmos]: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
}
const stranger = '9n4nbM75f5Ui33ZbPYXn59EwSgE8CGsHtAeTH5YFeJ9E'
const system = '11111111111111111111111111111111'
const signature = '5'.repeat(88)
const other = 'bcrt1q6z64a43mjgkcq0ul2znwneq3spghrlau9slefp'

/** A payment of the owner to a stranger. */
const transfer = (change: object = {}, meta: object = {}) => ({
  slot: 5,
  meta: { err: null, fee: 5000, preBalances: [10_000_000, 0, 1], postBalances: [8_995_000, 1_000_000, 1], ...meta },
  transaction: {
    signatures: [signature],
    message: {
      accountKeys: [{ pubkey: owners[solana] }, { pubkey: stranger }, { pubkey: system }],
      instructions: [{ programId: system }],
    },
    ...change,
  },
})
const listed = { signature, slot: 5, blockTime: 1_790_000_000, err: null }
const spend = (change: object = {}) => ({
  txid: 'a'.repeat(64),
  vin: [{ prevout: { scriptpubkey_address: owners[bitcoin], value: 100_000 } }],
  vout: [
    { scriptpubkey_address: other, value: 60_000 },
    { scriptpubkey_address: owners[bitcoin], value: 39_000 },
  ],
  fee: 1000,
  status: { confirmed: true, block_time: 1_790_000_000 },
  ...change,
})

const script = { list: [] as unknown, transaction: null as unknown, rest: {} as { [call: string]: { body: string } } }
let nodes: { [chain in keyof typeof owners]: ScriptedNode }
let db: Db
let upstream: Nodes
let app: App

beforeAll(async () => {
  db = await openPglite(undefined)
  nodes = {
    [solana]: await startScriptedNode({
      rpc: {
        getTokenAccountsByOwner: () => ({ result: { context: { slot: 5 }, value: [] } }),
        getSignaturesForAddress: () => ({ result: script.list }),
        getTransaction: () => ({ result: script.transaction }),
      },
    }),
    [bitcoin]: await startScriptedNode({ rest: script.rest }),
    [cosmos]: await startScriptedNode({ rest: script.rest }),
  }
})
afterAll(async () => {
  for (const node of Object.values(nodes ?? {})) await node.stop()
  await db?.close()
})
// A server of its own for each case: nothing that an earlier one kept is told.
beforeEach(async () => {
  script.list = [listed]
  script.transaction = transfer()
  for (const call of Object.keys(script.rest)) delete script.rest[call]
  for (const node of Object.values(nodes)) node.fault = 'ok'
  await open()
  return close
})

async function open(timeout = 5_000) {
  const chains = readChains(
    Object.entries(nodes).map(([caip2, { url }]) => ({
      caip2: caip2 as typeof solana,
      name: caip2,
      rpc: [url],
      nativeCurrency: { name: 'Coin', symbol: 'ATOM', decimals: caip2 === bitcoin ? 8 : caip2 === solana ? 9 : 6 },
      history: true,
    })),
  )
  upstream = createNodes({ chains, background: false, timeout })
  app = await createApp({
    env: readEnv({}),
    chains,
    nodes: upstream,
    db,
    cache: createMemoryCache(),
    log: createLog('silent'),
    metrics: createMetrics(),
    clock: () => new Date(),
    fetch,
  })
}
async function close() {
  await app.close()
  upstream.close()
}

async function ask(chainId: keyof typeof owners) {
  const response = await app.request(`/v1/account/${owners[chainId]}/history?chainId=${chainId}&projectId=test`)
  return { status: response.status, json: (await response.json()) as unknown }
}
async function rows(chainId: keyof typeof owners) {
  const { status, json } = await ask(chainId)
  expect(status).toBe(200)
  return historySchema.parse(json).data.map(({ metadata, transfers }) => ({
    ...metadata,
    moved: transfers.map(({ direction, quantity }) => `${direction} ${quantity.numeric}`),
  }))
}
const answers = (chainId: keyof typeof owners, path: string, body: unknown) => {
  script.rest[`GET ${path}`] = { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return ask(chainId)
}
const txs = `/address/${owners[bitcoin]}/txs`
const search = '/cosmos/tx/v1beta1/txs'
const found = (change: object = {}, body: object = {}) => ({
  height: '7',
  txhash: 'B'.repeat(64),
  code: 0,
  timestamp: '2026-09-01T00:00:00Z',
  tx: {
    body: {
      messages: [
        {
          '@type': '/cosmos.bank.v1beta1.MsgSend',
          from_address: owners[cosmos],
          to_address: 'cosmos1someoneelse',
          amount: [{ denom: 'uatom', amount: '1500000' }],
          ...body,
        },
      ],
    },
    auth_info: { fee: { amount: [{ denom: 'uatom', amount: '200' }], payer: '' }, signer_infos: [{ sequence: '4' }] },
  },
  ...change,
})

describe('what an account did', () => {
  it('[S3-90][S3-93] of Solana: what it gave without the fee, and to whom', async () => {
    expect(await rows(solana)).toMatchObject([
      {
        operationType: 'send',
        status: 'confirmed',
        sentFrom: owners[solana],
        sentTo: stranger,
        fee: '0.000005',
        moved: ['out 0.001'],
      },
    ])
  })

  it('[S3-90] of Solana: a transaction that failed moved nothing and cost its fee', async () => {
    script.list = [{ ...listed, err: { InstructionError: [0, 'Custom'] } }]
    script.transaction = transfer({}, { postBalances: [9_995_000, 0, 1] })
    expect(await rows(solana)).toMatchObject([
      { status: 'failed', operationType: 'execute', fee: '0.000005', moved: [] },
    ])
  })

  it('of Solana: a trade of tokens, by what both held before and after', async () => {
    const holding = (mint: string, owner: string, amount: string) => ({
      mint,
      owner,
      uiTokenAmount: { amount, decimals: 6 },
    })
    const meta = {
      postBalances: [9_995_000, 0, 1],
      preTokenBalances: [holding(system, owners[solana], '5000000'), holding(stranger, stranger, '7000000')],
      postTokenBalances: [
        holding(system, owners[solana], '3000000'),
        holding(system, stranger, '2000000'),
        holding(stranger, stranger, '6000000'),
        holding(stranger, owners[solana], '1000000'),
      ],
    }
    script.transaction = transfer({}, meta)
    expect(await rows(solana)).toMatchObject([
      { operationType: 'trade', sentFrom: owners[solana], sentTo: stranger, moved: ['out 2', 'in 1'] },
    ])
  })

  it('of Solana: one that the node has dropped is told without what it moved', async () => {
    script.transaction = null
    expect(await rows(solana)).toMatchObject([{ hash: signature, status: 'confirmed', moved: [] }])
  })

  it('[S3-90][S3-94] of Bitcoin: what went to others without change and fee; pending ones first', async () => {
    const waiting = spend({ txid: 'b'.repeat(64), status: { confirmed: false } })
    await answers(bitcoin, txs, [waiting, spend()])
    const [first, second] = await rows(bitcoin)
    expect(first).toMatchObject({ status: 'pending', hash: 'b'.repeat(64) })
    expect(Math.abs(Date.parse(first?.minedAt ?? '') - Date.now())).toBeLessThan(60_000)
    expect(second).toMatchObject({
      operationType: 'send',
      status: 'confirmed',
      sentFrom: owners[bitcoin],
      sentTo: other,
      fee: '0.00001',
      moved: ['out 0.0006'],
    })
  })

  it('of Bitcoin: to oneself, and with others together', async () => {
    const own = spend({ vout: [{ scriptpubkey_address: owners[bitcoin], value: 99_000 }] })
    const joint = spend({
      txid: 'c'.repeat(64),
      vin: [...spend().vin, { prevout: { scriptpubkey_address: other, value: 50_000 } }],
      fee: 51_000,
    })
    await answers(bitcoin, txs, [own, joint])
    expect(await rows(bitcoin)).toMatchObject([
      { operationType: 'send', moved: ['self 0.00099'] },
      // Nobody can tell whose part of the fee is whose.
      { moved: ['out 0.00061'] },
    ])
  })

  it('of Cosmos: what it paid, the fee and the number of the transaction; a failed one moved nothing', async () => {
    const failed = found({ txhash: 'C'.repeat(64), code: 5, height: '6' })
    await answers(cosmos, search, { tx_responses: [found(), failed] })
    expect(await rows(cosmos)).toMatchObject([
      { operationType: 'send', sentTo: 'cosmos1someoneelse', fee: '0.0002', nonce: 4, moved: ['out 1.5'] },
      { status: 'failed', moved: [] },
    ])
  })
})

describe('nodes that fail', () => {
  it.each([solana, bitcoin, cosmos] as const)(
    'error: %s is down, silent, failing, busy or refuses the key: 503',
    async (chainId) => {
      await answers(bitcoin, txs, [])
      await answers(cosmos, search, { tx_responses: [] })
      script.list = []
      for (const fault of ['drop', 'silent', { status: 500 }, { status: 429 }, { status: 401 }] as const) {
        nodes[chainId].fault = fault
        await close()
        await open(fault === 'silent' ? 500 : undefined)
        expect((await ask(chainId)).status).toBe(503)
      }
    },
  )

  const huge = 'x'.repeat(11 * 1024 * 1024)
  it.each([
    ['another transaction', { transaction: transfer({ signatures: ['4'.repeat(88)] }) }],
    ['a list of nonsense', { list: [{ signature: '../admin', slot: 1 }] }],
    ['more than was asked for', { list: Array.from({ length: 26 }, () => listed) }],
    ['parts of a coin', { transaction: transfer({}, { fee: 0.5 }) }],
    ['less than nothing', { transaction: transfer({}, { fee: -1 }) }],
    ['megabytes', { transaction: huge }],
  ])('error: a Solana node that tells %s is not believed', async (_, lie) => {
    Object.assign(script, lie)
    expect(await ask(solana)).toMatchObject({ status: 503, json: { reasons: [{ field: 'chainId' }] } })
  })

  it.each([
    ['coins out of nothing', [spend({ fee: 1 })]],
    ['what is of others', [spend({ vin: [], vout: [{ scriptpubkey_address: other, value: 1 }] })]],
    ['no list', { txid: 'a' }],
    ['no JSON', '<html>'],
    ['megabytes', huge],
  ])('error: a Bitcoin explorer that tells %s is not believed', async (_, body) => {
    expect((await answers(bitcoin, txs, body)).status).toBe(503)
  })

  it.each([
    ['no hash', { tx_responses: [found({ txhash: '../admin' })] }],
    ['no time', { tx_responses: [found({ timestamp: 'soon' })] }],
    ['no list', []],
    ['megabytes', huge],
  ])('error: a Cosmos node that tells %s is not believed', async (_, body) => {
    expect((await answers(cosmos, search, body)).status).toBe(503)
  })

  it('names from chains are one line that can be seen', async () => {
    await answers(cosmos, search, { tx_responses: [found({}, { amount: [{ denom: 'evil\u202e\nx', amount: '3' }] })] })
    const { json } = await ask(cosmos)
    const [entry] = historySchema.parse(json).data
    expect(entry?.transfers[0]).toMatchObject({ fungible_info: { symbol: 'evil x' }, quantity: { numeric: '3' } })
  })

  it('the same page is asked of the nodes once', async () => {
    const before = nodes[solana].calls.length
    await Promise.all([ask(solana), ask(solana), ask(solana)])
    await ask(solana)
    expect(nodes[solana].calls.slice(before).filter((call) => call === 'getSignaturesForAddress')).toHaveLength(1)
  })
})
