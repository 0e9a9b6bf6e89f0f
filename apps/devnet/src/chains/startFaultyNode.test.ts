import { createPublicClient, webSocket } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EvmChains } from './evm/localChain.js'
import { nodeCall } from './evm/nodeCall.js'
import { startEvmChains } from './evm/startEvmChains.js'
import type { FaultMode } from './faultMode.js'
import { hugeAnswerSize } from './spoiledAnswer.js'
import { type FaultyNode, startFaultyNode } from './startFaultyNode.js'

describe('startFaultyNode', () => {
  let world: EvmChains
  let node: FaultyNode
  beforeAll(async () => {
    world = await startEvmChains()
    node = await startFaultyNode({ target: world.chains[0].url })
  })
  beforeEach(() => node.set('ok'))
  afterAll(async () => {
    await node.stop()
    await world.stop()
  })

  const ask = (body: unknown, timeout = 5000) =>
    fetch(node.url, { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(timeout) })
  const chainId = { jsonrpc: '2.0', id: 7, method: 'eth_chainId' }
  const answered = { jsonrpc: '2.0', id: 7, result: '0x7a69' }

  it('behavior: ok passes calls and batches on, and counts what it sees', async () => {
    const before = { calls: node.calls.length, requests: node.requests }
    expect(await (await ask(chainId)).json()).toEqual(answered)
    const batch = [chainId, { ...chainId, id: 8, method: 'eth_blockNumber' }]
    expect(await (await ask(batch)).json()).toEqual([answered, { jsonrpc: '2.0', id: 8, result: expect.any(String) }])
    expect(node.calls.slice(before.calls)).toEqual(['eth_chainId', 'eth_chainId', 'eth_blockNumber'])
    expect(node.requests - before.requests).toBe(2)
  })

  it('behavior: down refuses connections, and the node comes back on the same port', async () => {
    await node.set('down')
    // The first failure may still be that of the connection which was kept open.
    await expect(ask(chainId)).rejects.toThrow('fetch failed')
    await expect(ask(chainId)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    await node.set('ok')
    expect((await ask(chainId)).status).toBe(200)
  })

  it('behavior: hang and drip do not end within a second', async () => {
    for (const mode of ['hang', 'drip'] as const) {
      await node.set(mode)
      const read = ask(chainId, 700).then((response) => response.text())
      await expect(read).rejects.toMatchObject({ name: 'TimeoutError' })
    }
  })

  it('behavior: slow answers late', async () => {
    await node.set({ slow: 300 })
    const begin = performance.now()
    expect(await (await ask(chainId)).json()).toEqual(answered)
    expect(performance.now() - begin).toBeGreaterThanOrEqual(295)
  })

  it.each<[string, FaultMode, unknown]>([
    ['wrongChain', { wrongChain: 10 }, { ...answered, result: '0xa' }],
    ['idSwapped', 'idSwapped', { ...answered, id: 8 }],
    ['bothResultAndError', 'bothResultAndError', { ...answered, error: { code: -32000, message: 'both' } }],
  ])('behavior: %s answers with 200 and says something else', async (_name, mode, expected) => {
    await node.set(mode)
    const response = await ask(chainId)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(expected)
  })

  it('behavior: idSwapped changes the ids within a batch', async () => {
    await node.set('idSwapped')
    const answers = (await (await ask([chainId, { ...chainId, id: 8, method: 'net_version' }])).json()) as unknown
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 8, result: '0x7a69' },
      { jsonrpc: '2.0', id: 7, result: '31337' },
    ])
  })

  it.each([429, 500])('behavior: status %d comes with Retry-After', async (status) => {
    await node.set({ status, retryAfter: 3 })
    const response = await ask(chainId)
    expect(response.status).toBe(status)
    expect(response.headers.get('retry-after')).toBe('3')
    expect(await response.json()).toMatchObject({ id: 7, error: { message: `HTTP ${status}` } })
  })

  it('behavior: html and garbage answer 200 with what is not JSON', async () => {
    await node.set('html')
    const page = await ask(chainId)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html'])
    await node.set('garbage')
    const torn = await ask(chainId)
    expect(torn.status).toBe(200)
    await expect(torn.json()).rejects.toThrow(SyntaxError)
  })

  it('behavior: huge answers with 50 MB', async () => {
    await node.set('huge')
    expect((await (await ask(chainId, 20_000)).arrayBuffer()).byteLength).toBe(hugeAnswerSize)
  })

  it('behavior: pages of every origin may ask', async () => {
    const asked = await fetch(node.url, { method: 'OPTIONS', headers: { origin: 'https://app.example' } })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('behavior: over WebSocket calls and subscriptions pass, and the faults hold too', async () => {
    const client = createPublicClient({
      pollingInterval: 50,
      transport: webSocket(node.wsUrl, { reconnect: false, timeout: 3000, retryCount: 0 }),
    })
    expect(await client.getChainId()).toBe(31337)
    const blocks: (bigint | null)[] = []
    const errors: Error[] = []
    // Under load viem may report a block that the node did not give.
    const onBlock = (block?: { number: bigint | null }) => {
      if (block) blocks.push(block.number)
    }
    client.watchBlocks({ onBlock, onError: (error) => errors.push(error) })
    await expect.poll(() => node.calls).toContain('eth_subscribe')
    // What was passed on is not done yet: of the first blocks nobody may be told.
    await expect
      .poll(async () => {
        await nodeCall(world.chains[0].url, 'evm_mine', [])
        return blocks[0]
      })
      .toBeGreaterThan(0n)
    expect(errors).toEqual([])

    await node.set({ wrongChain: 10 })
    expect(await client.getChainId()).toBe(10)
    await node.set('hang')
    await expect(client.getBlockNumber({ cacheTime: 0 })).rejects.toThrow('took too long')
    await node.set({ status: 429 })
    await expect(client.getBlockNumber({ cacheTime: 0 })).rejects.toThrow('HTTP 429')
    await node.set('down')
    await expect(client.getBlockNumber({ cacheTime: 0 })).rejects.toThrow()
  })
})
