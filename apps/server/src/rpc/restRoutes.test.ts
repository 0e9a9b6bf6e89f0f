import { refusal } from '@latchkey/protocol/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../test/startScriptedNode.js'
import { createMemoryCache } from '../platform/cache/createMemoryCache.js'
import { readChains } from '../platform/chains/readChains.js'
import { answerRefusal } from '../platform/http/answerRefusal.js'
import { refuseMethods } from '../platform/http/refuseMethods.js'
import { createGate } from '../platform/limits/gate.js'
import { createRateLimit } from '../platform/limits/rateLimit.js'
import { createLog } from '../platform/log/log.js'
import { createMetrics } from '../platform/metrics/metrics.js'
import { createNodes, type Nodes } from '../platform/upstream/nodes.js'
import { createRest } from './createRest.js'
import { restRoutes } from './restRoutes.js'

const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const cosmos = 'cosmos:latchkey-1'
const txid = 'ab'.repeat(32)
const script = {
  rest: {
    [`GET /tx/${txid}/status`]: { body: '{"confirmed":true,"block_height":7}' },
    [`GET /tx/${txid}/hex`]: { type: 'text/plain', body: '0200' },
    'GET /blocks/tip/height': { type: 'text/html', body: '<script>7</script>' },
    'GET /block-height/0': { type: 'text/plain', body: `0f9188f13cb7b2c71f2a335e3a4fc328${'0'.repeat(32)}` },
    'POST /tx': { type: 'text/plain', body: txid },
  },
}
const lcdScript = {
  rest: {
    [`GET /cosmos/tx/v1beta1/txs/${txid.toUpperCase()}`]: { body: '{"tx_response":{"code":0}}' },
    'GET /cosmos/bank/v1beta1/balances/cosmos1x6jv2uzkx8s7lcs44dx6alf9t2k57qxk3gpw9p': { body: '{}' },
    'POST /cosmos/tx/v1beta1/txs': { status: 500, body: '{"code":2,"message":"account sequence mismatch"}' },
  },
}
const mine = '?projectId=mine&st=x&sv=y'
const log = createLog('silent')

let bitcoin: ScriptedNode[]
let lcd: ScriptedNode
let nodes: Nodes
let app: ReturnType<typeof restRoutes>

beforeAll(async () => {
  bitcoin = [await startScriptedNode(script), await startScriptedNode(script)]
  lcd = await startScriptedNode(lcdScript)
})
afterAll(async () => {
  for (const node of [...bitcoin, lcd]) await node.stop()
})
// What a node did is remembered by the nodes of a server, so each test has its own.
beforeEach(() => {
  nodes?.close()
  for (const node of [...bitcoin, lcd]) {
    node.fault = 'ok'
    node.calls.length = 0
    node.bodies.length = 0
  }
  open(bitcoin)
})
afterAll(() => nodes.close())

function open(some: readonly ScriptedNode[]): void {
  const chains = readChains([
    {
      caip2: regtest,
      name: 'Bitcoin',
      rpc: some.map(({ url }) => url),
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    },
    { caip2: cosmos, name: 'Cosmos', rpc: [lcd.url], nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 } },
  ])
  nodes = createNodes({ chains, background: false })
  const gate = createGate({
    chains,
    projects: ['mine'],
    rateLimit: createRateLimit({ rate: 50, burst: 100 }),
    exemptLoopback: false,
    clock: () => new Date(),
  })
  app = restRoutes({ rest: createRest({ nodes, cache: createMemoryCache() }), gate })
  refuseMethods(app)
  app.onError((error) => {
    const { body, ...init } = answerRefusal(error, 'test', { log, metrics: createMetrics() })
    return new Response(body, init)
  })
}

async function ask(path: string, init: RequestInit = {}, chainId: string = regtest) {
  const response = await app.request(`/v1/rest/${chainId}${path}`, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const asked = () => bitcoin.flatMap(({ calls }) => calls)

describe('reads', () => {
  it('behavior: a path of the list comes from the node, without what is for this server, under the node’s own key', async () => {
    const { status, headers, text } = await ask(`/tx/${txid}/status${mine}&after_txid=1`)
    expect({ status, text }).toEqual({ status: 200, text: '{"confirmed":true,"block_height":7}' })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(asked()).toEqual([`GET /tx/${txid}/status`])
  })

  it('behavior: the chain may be written encoded, and a parameter of the list comes through', async () => {
    expect((await ask(`/tx/${txid}/status${mine}`, {}, encodeURIComponent(regtest))).status).toBe(200)
    const path = '/cosmos/bank/v1beta1/balances/cosmos1x6jv2uzkx8s7lcs44dx6alf9t2k57qxk3gpw9p'
    await ask(`${path}${mine}&pagination.limit=3`, {}, cosmos)
    expect(lcd.calls).toEqual([`GET ${path}?pagination.limit=3`])
  })

  it('behavior: what cannot change is asked once', async () => {
    const first = await ask(`/tx/${txid}/hex${mine}`)
    const again = await ask(`/tx/${txid}/hex${mine}`)
    expect([first.text, again.text]).toEqual(['0200', '0200'])
    expect(first.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(asked()).toHaveLength(1)
  })

  it('behavior: no page comes out of a node', async () => {
    const { headers } = await ask(`/blocks/tip/height${mine}`)
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each(['drop', { status: 502 }, { status: 429, retryAfter: 0 }] as const)(
    'behavior: a node that fails is passed over (%j)',
    async (fault) => {
      const [first, second] = bitcoin
      if (first) first.fault = fault
      expect((await ask(`/tx/${txid}/status${mine}`)).status).toBe(200)
      expect(second?.calls).toHaveLength(1)
    },
  )

  it('behavior: what no node answers is a refusal that tells no address of theirs', async () => {
    for (const node of bitcoin) node.fault = { status: 503 }
    const { status, text } = await ask(`/tx/${txid}/status${mine}`)
    expect(status).toBe(503)
    expect(refusal.parse(JSON.parse(text)).reasons[0]?.field).toBe('chainId')
    expect(text).not.toMatch(/127\.0\.0\.1|secret/)
  })

  it('behavior: what the node refuses is the node’s own answer, and is not kept', async () => {
    const path = `/tx/${'00'.repeat(32)}/hex${mine}`
    expect(await ask(path)).toMatchObject({ status: 404, text: 'not found' })
    expect((await ask(path)).headers.get('cache-control')).toBe('no-store')
    expect(asked()).toHaveLength(2)
  })

  it('behavior: a node of another chain is not asked', async () => {
    const stranger = await startScriptedNode({
      rest: { 'GET /block-height/0': { body: 'f'.repeat(64) }, [`GET /tx/${txid}/status`]: { body: 'a lie' } },
    })
    nodes.close()
    open([stranger, ...bitcoin])
    await nodes.check()
    expect((await ask(`/tx/${txid}/status${mine}`)).text).not.toBe('a lie')
    expect(nodes.health()[0]?.nodes.map(({ wrongChain }) => wrongChain)).toEqual([true, false, false])
    await stranger.stop()
  })
})

describe('transactions', () => {
  const send = (path: string, chainId: string = regtest) =>
    ask(`${path}${mine}`, { method: 'POST', body: '02000000', headers: { 'content-type': 'text/plain' } }, chainId)

  it('behavior: one is sent to one node, once', async () => {
    expect(await send('/tx')).toMatchObject({ status: 200, text: txid })
    expect(asked()).toEqual(['POST /tx'])
    expect(bitcoin.flatMap(({ bodies }) => bodies)).toEqual(['02000000'])
  })

  it('behavior: one whose fate is open is never sent again', async () => {
    for (const node of bitcoin) node.fault = 'drop'
    const { status, text } = await send('/tx')
    expect(status).toBe(503)
    expect(text).toContain('may have been sent')
    expect(asked()).toEqual(['POST /tx'])
  })

  it('behavior: what the chain says against one comes back with its own code', async () => {
    const { status, text } = await send('/cosmos/tx/v1beta1/txs', cosmos)
    expect({ status, code: JSON.parse(text).code }).toEqual({ status: 500, code: 2 })
    expect(lcd.calls).toHaveLength(1)
  })

  it('behavior: one of a chain that is final is kept', async () => {
    const path = `/cosmos/tx/v1beta1/txs/${txid.toUpperCase()}${mine}`
    await ask(path, {}, cosmos)
    expect((await ask(path, {}, cosmos)).text).toContain('tx_response')
    expect(lcd.calls).toHaveLength(1)
  })
})

describe('what is refused', () => {
  it.each([
    ['/mempool', regtest, {}, 404],
    ['/tx', regtest, {}, 404],
    [`/tx/${txid}/../../admin`, regtest, {}, 404],
    [`/tx/${txid}%2f..%2fadmin`, regtest, {}, 404],
    [`/tx/${txid}/status`, cosmos, {}, 404],
    ['/address/../admin', regtest, {}, 404],
    ['/address/a', regtest, {}, 404],
    [`/tx/${txid}/status`, regtest, { method: 'POST', body: '{}' }, 404],
    [`/tx/${txid}/status`, regtest, { method: 'DELETE' }, 405],
    [`/tx/${txid}/status`, 'bip122:000000000019d6689c085ae165831e93', {}, 400],
    ['/tx', 'nonsense', {}, 400],
    ['/tx', '%E0%A4', {}, 400],
    ['/tx', regtest, { method: 'POST', body: 'x'.repeat(1_100_000) }, 413],
  ])('refuses %s of %s with %j by %i', async (path, chainId, init, expected) => {
    const { status, text } = await ask(`${path}${mine}`, init, chainId)
    expect(status).toBe(expected)
    refusal.parse(JSON.parse(text))
    expect(asked()).toEqual([])
  })

  it('refuses a project that is not known, and who asks too much', async () => {
    expect((await ask(`/tx/${txid}/status?projectId=other`)).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(`/tx/${txid}/status${mine}`)))
    expect(answers.map(({ status }) => status)).toContain(429)
  })
})
