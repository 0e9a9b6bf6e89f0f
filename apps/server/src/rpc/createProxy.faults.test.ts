import { accounts, type FaultMode } from '@latchkey/devnet'
import { keccak256 } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { useProxyWorld } from '../../test/useProxyWorld.js'

const { world, faulty, over, signTransfer, nonceOf } = useProxyWorld()

describe('nodes that fail', () => {
  const faults: FaultMode[] = [
    'down',
    'hang',
    'html',
    'garbage',
    'idSwapped',
    'bothResultAndError',
    'huge',
    'drip',
    { status: 500 },
    { status: 429 },
    { slow: 3_000 },
  ]

  it.each(faults.map((mode) => [JSON.stringify(mode), mode] as const))(
    'answers reads and batches while the first node is %s',
    async (_, mode) => {
      const [bad, good] = [await faulty(mode), await faulty()]
      const { call, ask } = over([bad.url, good.url], 5_000)
      expect((await call('eth_getBalance', [accounts[1]!.address, 'latest'], 'mine')).result).toMatch(/^0x/)
      const { json } = await ask([{ jsonrpc: '2.0', id: 'mine', method: 'eth_gasPrice' }])
      expect(json).toEqual([{ jsonrpc: '2.0', id: 'mine', result: expect.stringMatching(/^0x/) }])
    },
  )

  it.each([
    ['down', 'RPC_UNREACHABLE'],
    ['html', 'RPC_BAD_ANSWER'],
    ['garbage', 'RPC_BAD_ANSWER'],
    ['idSwapped', 'RPC_BAD_ANSWER'],
    ['bothResultAndError', 'RPC_BAD_ANSWER'],
    ['huge', 'RPC_BAD_ANSWER'],
    ['hang', 'RPC_TIMEOUT'],
    ['drip', 'RPC_TIMEOUT'],
  ] as const)('[SEC-R-05] gives up, and says why, when the only node is %s', async (mode, code) => {
    const node = await faulty(mode)
    const { call, ask } = over([node.url], code === 'RPC_TIMEOUT' ? 400 : 8_000)
    await expect(call('eth_gasPrice')).rejects.toMatchObject({ code })
    await expect(ask([{ jsonrpc: '2.0', id: 1, method: 'eth_gasPrice' }])).rejects.toMatchObject({ code })
  })

  it('[REL-01] answers while one node is down and one asks to wait, and hardly asks either of them within a minute', async () => {
    const [dead, limited, good] = [await faulty('down'), await faulty({ status: 429, retryAfter: 60 }), await faulty()]
    const tried = [0, 0, 0]
    const { call } = over([dead.url, limited.url, good.url], 10_000, ({ upstream }) => {
      tried[upstream] = (tried[upstream] ?? 0) + 1
    })
    vi.useFakeTimers({ toFake: ['Date'] })
    const began = performance.now()
    expect((await call('eth_gasPrice')).result).toMatch(/^0x/)
    expect(performance.now() - began).toBeLessThan(10_000)
    for (let second = 1; second < 60; second++) {
      vi.setSystemTime(Date.now() + 1_000)
      expect((await call('eth_gasPrice')).result).toMatch(/^0x/)
    }
    expect(tried[0]).toBeGreaterThan(0)
    expect(tried[0]).toBeLessThanOrEqual(4)
    expect([tried[1], limited.requests]).toEqual([1, 1])
    // It is there again, and the only one.
    await good.set('down')
    await limited.set('ok')
    vi.setSystemTime(Date.now() + 2_000)
    expect((await call('eth_gasPrice')).result).toMatch(/^0x/)
  })

  it('[REL-02] nothing is answered while all nodes are down for a minute, and the first call after it is', async () => {
    const all = [await faulty(), await faulty()]
    const { call } = over(all.map(({ url }) => url))
    expect((await call('eth_gasPrice')).result).toMatch(/^0x/)
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const node of all) await node.set('down')
    for (let second = 0; second < 60; second += 5) {
      await expect(call('eth_gasPrice')).rejects.toMatchObject({ code: 'RPC_UNREACHABLE' })
      vi.setSystemTime(Date.now() + 5_000)
    }
    for (const node of all) await node.set('ok')
    const began = performance.now()
    expect((await call('eth_gasPrice')).result).toMatch(/^0x/)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it.each([
    ['hang', 'RPC_TIMEOUT'],
    ['drip', 'RPC_TIMEOUT'],
    ['huge', 'RPC_BAD_ANSWER'],
  ] as const)('[REL-03] leaves no connection open to a node that is %s', async (mode, code) => {
    const node = await faulty(mode)
    const { call } = over([node.url], mode === 'huge' ? 10_000 : 400)
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
    const before = sockets()
    // Different questions, as equal ones share an exchange.
    const asked = accounts
      .slice(0, mode === 'huge' ? 1 : 5)
      .map(({ address }) => call('eth_getBalance', [address, 'latest']))
    for (const one of await Promise.allSettled(asked))
      expect(one).toMatchObject({ status: 'rejected', reason: { code } })
    expect(node.requests).toBeGreaterThanOrEqual(asked.length)
    await expect.poll(sockets, { timeout: 5_000 }).toBeLessThanOrEqual(before)
  })

  it('leaves a node alone that asked to wait, and a node that failed twice', async () => {
    const [limited, dead, good] = [
      await faulty({ status: 429, retryAfter: 30 }),
      await faulty({ status: 500 }),
      await faulty(),
    ]
    const { call } = over([limited.url, dead.url, good.url])
    for (let round = 0; round < 20; round++) expect((await call('eth_gasPrice')).result).toMatch(/^0x/)
    expect(limited.requests).toBe(1)
    expect(dead.requests).toBeLessThanOrEqual(4)
  })

  it('tells how long to wait when all nodes asked for it', async () => {
    const node = await faulty({ status: 429, retryAfter: 7 })
    const { call } = over([node.url])
    await expect(call('eth_gasPrice')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(call('eth_gasPrice')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) })
    expect(node.requests).toBe(1)
  })

  it('[SEC-R-11] ejects a node of another chain at the next check and takes it back when it is right again', async () => {
    const [wrong, good] = [await faulty({ wrongChain: 5 }), await faulty()]
    const { call, nodes } = over([wrong.url, good.url])
    await nodes.check()
    const before = wrong.requests
    for (let round = 0; round < 5; round++) await call('eth_gasPrice')
    expect(wrong.requests).toBe(before)
    expect(nodes.health()[0]?.nodes.map((node) => node.wrongChain)).toEqual([true, false])
    await wrong.set('ok')
    await nodes.check()
    expect(nodes.health()[0]?.nodes.map((node) => node.wrongChain)).toEqual([false, false])
  })

  it('[REL-05] asks a node nothing more once it has said another chain in the middle, within a minute', async () => {
    const [turning, good] = [await faulty(), await faulty()]
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { call, nodes } = over([turning.url, good.url], undefined, undefined, true)
    await nodes.check()
    const before = turning.requests
    await call('eth_gasPrice')
    expect(turning.requests).toBeGreaterThan(before)
    await turning.set({ wrongChain: 5 })
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(() => expect(nodes.health()[0]?.nodes[0]?.wrongChain).toBe(true))
    const after = turning.requests
    for (let round = 0; round < 20; round++) expect((await call('eth_gasPrice')).result).toMatch(/^0x/)
    expect(turning.requests).toBe(after)
  })

  it('keeps an unreachable node in the list and uses it when it is back', async () => {
    const node = await faulty('down')
    const { call, nodes } = over([node.url])
    await nodes.check()
    expect(nodes.health()[0]?.nodes[0]?.reachable).toBe(false)
    await node.set('ok')
    expect((await call('eth_gasPrice')).result).toMatch(/^0x/)
  })

  it('[S9-17] gives up on a node that never answers after 10 s', async () => {
    const node = await faulty('hang')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { call } = over([node.url])
    let outcome = 'pending'
    const asked = call('eth_gasPrice').catch((error: { code: string }) => {
      outcome = error.code
    })
    await vi.advanceTimersByTimeAsync(9_999)
    expect(outcome).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    await asked
    expect(outcome).toBe('RPC_TIMEOUT')
  })

  it('never tells the address of a node', async () => {
    const node = await faulty('html')
    const { call } = over([`${node.url}/secret-key?token=hidden`], 400)
    const error = await call('eth_gasPrice').catch((thrown: Error) => thrown)
    expect(String(error)).not.toMatch(/secret-key|hidden|127\.0\.0\.1/)
  })

  it('[REL-04] never goes back to an older head, whichever node answers', async () => {
    // The other local chain stands in for a node that lags: nothing but its head is asked for here.
    const [current, lagging] = [await faulty(), world().chains[1].url]
    const mine = { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x64'] }
    await fetch(world().chains[0].url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(mine),
    })
    const { call } = over([current.url, lagging])
    const head = Number((await call('eth_blockNumber')).result)
    expect(head).toBeGreaterThanOrEqual(100)
    await current.set('down')
    for (let round = 0; round < 4; round++) expect(Number((await call('eth_blockNumber')).result)).toBe(head)
    await current.set('ok')
    expect(Number((await call('eth_blockNumber')).result)).toBeGreaterThanOrEqual(head)
  })
})

describe('transactions', () => {
  it('sends a transaction once and gives its hash', async () => {
    const node = await faulty()
    const { call } = over([node.url])
    const raw = await signTransfer(await nonceOf(5))
    expect(await call('eth_sendRawTransaction', [raw], 'tx')).toEqual({
      jsonrpc: '2.0',
      id: 'tx',
      result: keccak256(raw),
    })
    expect(node.calls).toEqual(['eth_sendRawTransaction'])
  })

  it.each([['hang'], ['garbage'], ['idSwapped'], [{ status: 500 }]] as [FaultMode][])(
    'never repeats a transaction whose result is unknown (%j)',
    async (mode) => {
      const [bad, good] = [await faulty(mode), await faulty()]
      const { call } = over([bad.url, good.url], 400)
      const raw = await signTransfer(await nonceOf(5))
      const { error } = await call('eth_sendRawTransaction', [raw])
      expect(error).toMatchObject({ code: -32000, data: { result: 'unknown', hash: keccak256(raw) } })
      expect(bad.calls).toEqual(['eth_sendRawTransaction'])
      expect(good.calls).toEqual([])
    },
  )

  it('asks the next node when the first one took no connection, because nothing was sent', async () => {
    const [dead, good] = [await faulty('down'), await faulty()]
    const { call } = over([dead.url, good.url])
    const raw = await signTransfer(await nonceOf(5))
    expect((await call('eth_sendRawTransaction', [raw])).result).toBe(keccak256(raw))
  })

  it('keeps the hash of a transaction when the reads beside it fail', async () => {
    const node = await faulty('garbage')
    const { ask } = over([node.url], 400)
    const raw = await signTransfer(await nonceOf(5))
    const { json } = await ask([
      { jsonrpc: '2.0', id: 1, method: 'eth_gasPrice' },
      { jsonrpc: '2.0', id: 2, method: 'eth_sendRawTransaction', params: [raw] },
    ])
    expect(json[0].error.code).toBe(-32603)
    expect(json[1].error.data.hash).toBe(keccak256(raw))
  })
})
