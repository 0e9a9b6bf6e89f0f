import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { accounts } from '@latchkey/devnet'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toChainInput } from '../../test/localChains.js'
import { useProxyWorld } from '../../test/useProxyWorld.js'
import { readChains } from '../platform/chains/readChains.js'
import { createNodes } from '../platform/upstream/nodes.js'
import { createProxy } from './createProxy.js'

const { world, faulty, over, plain, signTransfer, nonceOf } = useProxyWorld()

describe('single calls', () => {
  it('[S7-120][S7-122][SEC-R-08] answers with the result and echoes ids of every allowed type', async () => {
    const { call } = plain()
    for (const id of [0, 7, -1, 1.5, 'a', '1', '', '\u{1f511}"\\', '\ud800', null, Number.MAX_SAFE_INTEGER]) {
      expect(await call('eth_getBalance', [accounts[9]!.address, 'latest'], id)).toEqual({
        jsonrpc: '2.0',
        id,
        result: expect.stringMatching(/^0x/),
      })
    }
  })

  it('[S7-122] answers a bogus method with an error and its id', async () => {
    expect(await plain().call('bogus_method', [], 'x')).toEqual({
      jsonrpc: '2.0',
      id: 'x',
      error: { code: -32601, message: 'Requested RPC call is not allowed' },
    })
  })

  it('[SEC-R-06] refuses every way to write a method that is not in the list', async () => {
    const node = await faulty()
    const { call } = over([node.url])
    const bad = [
      'debug_traceTransaction',
      'admin_peers',
      'personal_sign',
      'anvil_setBalance',
      'evm_mine',
      'eth_sign',
      'eth_sendTransaction',
      'ETH_blockNumber',
      ' eth_blockNumber',
      'eth_blockNumber\u0000',
      'eth_bloc\u212aNumber',
      'constructor',
      '__proto__',
      'toString',
      '',
      'txpool_content',
      'eth_subscribe',
    ]
    for (const method of bad) expect((await call(method)).error.code).toBe(-32601)
    expect((await call(['eth_blockNumber'] as unknown as string)).error.code).toBe(-32600)
    expect(node.calls).toEqual([])
  })

  it('answers what it knows by itself without a node', async () => {
    const node = await faulty('down')
    const { call } = over([node.url])
    expect((await call('eth_chainId')).result).toBe('0x7a69')
    expect((await call('net_version')).result).toBe('31337')
    expect((await call('eth_accounts')).result).toEqual([])
  })

  it.each([
    ['{', 400, -32700],
    ['', 400, -32700],
    ['NaN', 400, -32700],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, 400, -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"eth_call","params":'.concat('['.repeat(40), ']'.repeat(40), '}'), 400, -32700],
    ['null', 200, -32600],
    ['7', 200, -32600],
    ['"eth_blockNumber"', 200, -32600],
    ['{}', 200, -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"eth_blockNumber"}', 200, -32600],
    ['{"jsonrpc":"2.0","method":"eth_blockNumber"}', 200, -32600],
    ['{"jsonrpc":"2.0","id":{"a":1},"method":"eth_blockNumber"}', 200, -32600],
    ['{"jsonrpc":"2.0","id":true,"method":"eth_blockNumber"}', 200, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":["eth_blockNumber"]}', 200, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":"latest"}', 200, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":null}', 200, -32600],
    ['{"__proto__":{"method":"eth_blockNumber","jsonrpc":"2.0","id":1}}', 200, -32600],
    ['[]', 200, -32600],
  ])('[S8-71][S8-72] refuses %s', async (text, status, code) => {
    const answer = await plain().ask(text.slice(0, 20_000))
    expect(answer.status).toBe(status)
    expect(answer.json.error.code).toBe(code)
  })

  it('[SEC-R-06] uses the last of two equal keys and tells the node only that one', async () => {
    const node = await faulty()
    const { ask } = over([node.url])
    expect((await ask('{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice","method":"anvil_reset"}')).json.error.code).toBe(
      -32601,
    )
    expect((await ask('{"jsonrpc":"2.0","id":1,"method":"anvil_reset","method":"eth_gasPrice"}')).json.result).toMatch(
      /^0x/,
    )
    expect(node.calls).toEqual(['eth_gasPrice'])
  })

  it('passes a revert on without asking another node', async () => {
    const [first, second] = [await faulty(), await faulty()]
    const { call } = over([first.url, second.url])
    const token = world().chains[0].tokens[0]!.address
    // transfer(address,uint256) from somebody who has nothing
    const data = `0xa9059cbb${'1'.repeat(64)}${'f'.repeat(64)}`
    const { error } = await call('eth_call', [{ to: token, from: `0x${'12'.repeat(20)}`, data }, 'latest'])
    expect(error.message).toMatch(/revert/)
    expect(first.calls.length + second.calls.length).toBe(1)
  })

  it('lets equal reads at the same time share one exchange, but none that began before a transaction', async () => {
    const node = await faulty({ slow: 100 })
    const { call } = over([node.url])
    const answers = await Promise.all(Array.from({ length: 20 }, (_, id) => call('eth_gasPrice', [], id)))
    expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, id) => id))
    expect(node.calls).toEqual(['eth_gasPrice'])
    const nonce = await nonceOf(5)
    const count = () => call('eth_getTransactionCount', [accounts[5]!.address, 'latest'])
    const before = count()
    await call('eth_sendRawTransaction', [await signTransfer(nonce)])
    expect(Number((await count()).result)).toBe(nonce + 1)
    await before
  })

  it('[SEC-R-09] names of prototypes in a call change nothing here and go to no node', async () => {
    const told: string[] = []
    const node = createServer(async (request, response) => {
      const text = await new Response(Readable.toWeb(request) as ReadableStream).text()
      told.push(text)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(text).id, result: '0x1' }))
    })
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void node.close())
    const { ask } = over([`http://127.0.0.1:${(node.address() as AddressInfo).port}`])
    for (const key of ['__proto__', 'constructor', 'toString'])
      await ask(
        `{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice","params":[],"${key}":{"stolen":1,"prototype":{"stolen":1}}}`,
      )
    expect(told.join()).toContain('eth_gasPrice')
    expect(told.join()).not.toMatch(/stolen|__proto__|constructor|toString/)
    expect({}).not.toHaveProperty('stolen')
    expect(Object).not.toHaveProperty('prototype.stolen')
  })

  it('[SEC-R-14] shares an answer with no call that differs in method, parameter, block or chain', async () => {
    const node = await faulty({ slow: 50 })
    const { call } = over([node.url])
    const [one, other] = [accounts[1]!.address, accounts[2]!.address]
    const calls = [
      ['eth_getBalance', [one, 'latest']],
      ['eth_getBalance', [other, 'latest']],
      ['eth_getBalance', [one, '0x0']],
      ['eth_getBalance', [one, 'pending']],
      ['eth_getTransactionCount', [one, 'latest']],
      ['eth_getCode', [one, 'latest']],
    ] as const
    await Promise.all(calls.map(([method, params]) => call(method, [...params])))
    expect([...node.calls].sort()).toEqual(calls.map(([method]) => method).sort())
    const chains = readChains(world().chains.map((chain) => toChainInput(chain)))
    const nodes = createNodes({ chains, background: false })
    onTestFinished(() => nodes.close())
    const proxy = createProxy({ nodes })
    const text = (method: string, params: unknown[]) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    await fetch(world().chains[1].url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text('anvil_setBalance', [`0x${'77'.repeat(20)}`, '0x5']),
    })
    const ask = text('eth_getBalance', [`0x${'77'.repeat(20)}`, 'latest'])
    const answers = await Promise.all(chains.map(({ caip2 }) => proxy.answer(caip2, ask)))
    expect(answers.map(({ body }) => JSON.parse(body).result)).toEqual(['0x0', '0x5'])
  })
})

describe('batches', () => {
  it('[S7-121] answers three calls with three answers, each under its id', async () => {
    const { ask } = plain()
    const { json } = await ask(
      ['eth_blockNumber', 'eth_chainId', 'eth_gasPrice'].map((method, at) => ({
        jsonrpc: '2.0',
        id: `n${at}`,
        method,
      })),
    )
    expect(json.map(({ id }: { id: string }) => id)).toEqual(['n0', 'n1', 'n2'])
    expect(json[1].result).toBe('0x7a69')
  })

  it('[S9-18] takes 1000 requests and refuses 1001 with 413', async () => {
    const { ask } = plain()
    const batch = (length: number) =>
      Array.from({ length }, (_, id) => ({
        jsonrpc: '2.0',
        id,
        method: 'eth_getBalance',
        params: [`0x${id.toString(16).padStart(40, '0')}`, 'latest'],
      }))
    const full = await ask(batch(1000))
    expect(full.status).toBe(200)
    expect(full.json.map(({ id }: { id: number }) => id)).toEqual(Array.from({ length: 1000 }, (_, id) => id))
    expect(full.json.every(({ result }: { result: string }) => result.startsWith('0x'))).toBe(true)
    const over1000 = await ask(batch(1001))
    expect(over1000.status).toBe(413)
    expect(over1000.json.error.code).toBe(-32600)
  })

  it('[SEC-R-07] lets only the denied calls of a batch fail', async () => {
    const { json } = await plain().ask([
      { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' },
      { jsonrpc: '2.0', id: 1, method: 'anvil_reset' },
      5,
      { jsonrpc: '2.0', id: 2, method: 'eth_getBlockByNumber', params: ['nonsense', false] },
    ])
    expect(json.map(({ error }: { error?: { code: number } }) => error?.code)).toEqual([
      undefined,
      -32601,
      -32600,
      -32602,
    ])
  })
})

describe('filters', () => {
  it('leads a filter back to the node that has it', async () => {
    const [first, second] = [await faulty(), await faulty()]
    const { call } = over([first.url, second.url])
    const { result: filter } = await call('eth_newBlockFilter')
    await first.set('down')
    await first.set('ok')
    expect((await call('eth_getFilterChanges', [filter])).result).toBeInstanceOf(Array)
    expect(second.calls).toEqual([])
    expect((await call('eth_uninstallFilter', [filter])).result).toBe(true)
    for (const id of ['0x', '0x00', 'x', 7, null, '0xff01', {}])
      expect((await call('eth_getFilterChanges', [id])).error.message).toMatch(/filter/i)
  })
})

it('answers whatever is thrown at it with JSON-RPC', async () => {
  const { ask } = plain()
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .record(
            {
              jsonrpc: fc.constant('2.0'),
              id: fc.oneof(fc.integer(), fc.string()),
              method: fc.string(),
              params: fc.jsonValue(),
            },
            { requiredKeys: [] },
          )
          .map((one) => JSON.stringify(one)),
      ),
      async (text) => {
        const { status, json } = await ask(text)
        expect([200, 400, 413]).toContain(status)
        for (const one of Array.isArray(json) ? json : [json]) {
          expect(one).toMatchObject({ jsonrpc: '2.0' })
          expect('result' in one !== 'error' in one).toBe(true)
        }
      },
    ),
    { numRuns: 300 },
  )
})
