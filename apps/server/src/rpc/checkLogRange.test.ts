import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readChains } from '../platform/chains/readChains.js'
import { createNodes } from '../platform/upstream/nodes.js'
import { checkLogRange } from './checkLogRange.js'
import { createProxy } from './createProxy.js'

type Asked = { id: unknown; method: string }

/** A proxy before a node whose newest block is 20000, or whatever it says. */
async function high(head = '0x4e20') {
  const calls: string[] = []
  const answer = ({ id, method }: Asked) => {
    calls.push(method)
    return { jsonrpc: '2.0', id, result: method === 'eth_blockNumber' ? head : '0x1' }
  }
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request)) as Asked | Asked[]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const chain = {
    caip2: 'eip155:5' as const,
    name: 'Five',
    rpc: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const nodes = createNodes({ chains: readChains([chain]), background: false })
  onTestFinished(() => {
    nodes.close()
    server.close()
  })
  const proxy = createProxy({ nodes })
  const ask = async (body: unknown) => JSON.parse((await proxy.answer('eip155:5', JSON.stringify(body))).body)
  const call = (method: string, range: object): Promise<{ error?: { code: number } }> =>
    ask({ jsonrpc: '2.0', id: 1, method, params: [range] })
  return { calls, call, ask }
}

describe('a search of logs', () => {
  it('is refused over too many blocks, also by a filter and up to the newest block', async () => {
    const { calls, call, ask } = await high()
    const isRefused = async (method: string, range: object) => {
      expect([method, range, (await call(method, range)).error?.code]).toEqual([method, range, -32602])
    }
    const isTaken = async (method: string, range: object) => {
      expect([method, range, (await call(method, range)).error]).toEqual([method, range, undefined])
    }
    for (const method of ['eth_getLogs', 'eth_newFilter']) {
      for (const toBlock of ['0x2710', '10000', 10_000, `0x${'2710'.padStart(64, '0')}`])
        await isRefused(method, { fromBlock: '0x0', toBlock })
      for (const fromBlock of ['earliest', '0x0', 0, '0', `0x${'0'.repeat(64)}`])
        for (const toBlock of ['latest', 'pending', 'safe', 'finalized', undefined])
          await isRefused(method, { fromBlock, toBlock })
      // The newest block is 20000.
      await isRefused(method, { fromBlock: '0x2710', toBlock: 'latest' })
      await isTaken(method, { fromBlock: '0x2711', toBlock: 'latest' })
      await isTaken(method, { fromBlock: '0x2711' })
      await isTaken(method, { fromBlock: '0x0', toBlock: '0x270f' })
      for (const fromBlock of ['latest', undefined]) await isTaken(method, { fromBlock })
    }
    await isTaken('eth_getLogs', { blockHash: `0x${'ab'.repeat(32)}` })
    const searches = calls.filter((method) => method !== 'eth_blockNumber')
    expect(searches).toEqual([...Array(5).fill('eth_getLogs'), ...Array(5).fill('eth_newFilter'), 'eth_getLogs'])
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [{ fromBlock: '0x0' }] },
      { jsonrpc: '2.0', id: 2, method: 'eth_gasPrice' },
      { jsonrpc: '2.0', id: 3, method: 'eth_getLogs', params: [{ fromBlock: '0x2711' }] },
    ]
    const answers = (await ask(batch)) as { id: number; error?: { code: number } }[]
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, -32602],
      [2, undefined],
      [3, undefined],
    ])
  })

  it('is not passed where the newest block is not told', async () => {
    const { calls, call } = await high('nonsense')
    await expect(call('eth_getLogs', { fromBlock: '0x0' })).rejects.toMatchObject({ code: 'RPC_BAD_ANSWER' })
    expect(calls).toEqual(['eth_blockNumber'])
  })

  const range = { fromBlock: '0x0', toBlock: '0x2710' }
  it.each([
    ['another method', 'eth_call', [range]],
    ['no filter', 'eth_getLogs', []],
    ['an empty filter', 'eth_getLogs', [null]],
    ['no parameters', 'eth_getLogs', undefined],
    ['parameters by name', 'eth_getLogs', range],
    ['a part of a block', 'eth_getLogs', [{ ...range, fromBlock: 0.5 }]],
    ['a list of blocks', 'eth_getLogs', [{ ...range, fromBlock: ['0x0'] }]],
    ['a block within other text', 'eth_getLogs', [{ ...range, fromBlock: 'at 0x0' }]],
    ['a block before other text', 'eth_getLogs', [{ ...range, fromBlock: '0x0 or so' }]],
  ])('has no blocks to count in %s, which nodes judge by themselves', (_, method, params) => {
    expect(checkLogRange({ method, params })).toBe('fits')
  })

  it('counts the blocks of numbers of any length', () => {
    for (const [fromBlock, toBlock] of [
      ['9', '10009'],
      ['10', '10010'],
      ['0x2710', '20000'],
    ])
      expect([fromBlock, checkLogRange({ method: 'eth_getLogs', params: [{ fromBlock, toBlock }] })]).toEqual([
        fromBlock,
        'wide',
      ])
  })
})
