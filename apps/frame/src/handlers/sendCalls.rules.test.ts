import { LatchkeyError } from '@latchkey/protocol/errors'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failure } from '../../test/failure.js'
import { openMemoryRpc } from '../../test/memoryRpc.js'
import { chain, context, other, usdc } from '../../test/signingContext.js'
import { user } from '../../test/signingWallet.js'
import { hashOfSigned } from '../chains/broadcast.js'
import { createChainClient } from '../chains/createChainClient.js'
import { createLocks } from '../chains/createLocks.js'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'
import type { Bundle } from './bundle.js'
import { keepBundles } from './keepBundles.js'
import { sendCalls } from './sendCalls.js'

const account = user.addresses.eip155
const hex = (value: bigint | number) => `0x${value.toString(16)}`
type Rpc = ReturnType<typeof openMemoryRpc>
type Status = { status: number; receipts?: object[] }
/** Payments of one, two, three … of the smallest unit. */
const payments = (count: number) => Array.from({ length: count }, (_, at) => ({ to: other, value: hex(at + 1) }))
const send = (rpc: Rpc, more: object) => rpc.request('wallet_sendCalls', [{ calls: payments(1), ...more }])
const statusOf = (rpc: Rpc, id: string) => rpc.request('wallet_getCallsStatus', [id]) as Promise<Status>
const over = async (rpc: Rpc, id: string) => {
  await expect.poll(async () => (await statusOf(rpc, id)).status).not.toBe(100)
  return statusOf(rpc, id)
}
const values = (rpc: Rpc) => rpc.signed().map(({ value }) => value)
/** What a node says of calls that it simulated, by the gas that they take. */
const tried = (...gas: readonly (number | undefined)[]) => [
  { calls: gas.map((each) => ({ status: '0x1', logs: [], ...(each === undefined ? {} : { gasUsed: hex(each) }) })) },
]
const mostFee = (rpc: Rpc) => rpc.shown()[0]?.rows.find(({ label }) => label.startsWith('Network fee'))?.value

/** All that the calls are sent with, without what hands them on. */
function direct() {
  const rpc = openMemoryRpc()
  const { signal } = new AbortController()
  const client = createChainClient({
    settings: { apiUrl: 'https://api.example' },
    projectId: 'project',
    fetch: rpc.node.fetch,
  })
  const { origin } = context
  const keep = keepBundles({ storage: createMemoryStorage(), origin, tabs: undefined })
  return {
    rpc,
    keep,
    asking: { ...rpc, client, chain, user, origin, locks: createLocks(), signal, onWait: () => () => {} },
  }
}

describe('a bundle', () => {
  it('of one call is shown as that transaction, sent, and known by its id', async () => {
    const rpc = openMemoryRpc()
    const { id } = (await send(rpc, { from: account.toLowerCase(), chainId: '0x7a69', id: undefined })) as {
      id: string
    }
    expect(id).toMatch(/^0x[0-9a-f]{64}$/)
    expect(rpc.screens.asked).toMatchObject([{ kind: 'approve', what: 'bundle', origin: context.origin }])
    expect(rpc.shown()[0]).toMatchObject({ title: 'Send ETH', account })
    expect(rpc.node.of('eth_simulateV1')).toEqual([])
    expect(await over(rpc, id)).toEqual({
      version: '2.0.0',
      id,
      chainId: '0x7a69',
      status: 200,
      atomic: false,
      receipts: [expect.objectContaining({ status: '0x1' })],
    })
    expect((await send(rpc, { id: 'mine' })) as object).toEqual({ id: 'mine' })
  })

  it('is sent in its order, each call when the one before it stands in a block', async () => {
    const mined = new Set<string>()
    const rpc = openMemoryRpc({
      answers: {
        eth_getTransactionReceipt: ([hash]: string[]) =>
          mined.has(hash ?? '') ? { status: '0x1', transactionHash: hash } : null,
      },
    })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const calls = [...payments(2), { to: usdc, data: '0x01' }, { to: usdc, input: '0x02' }]
    const { id } = (await send(rpc, { calls })) as { id: string }
    expect(rpc.shown()).toHaveLength(1)
    const hashes = () => rpc.node.of('eth_sendRawTransaction').map(({ params }) => hashOfSigned(String(params)))
    for (let sent = 1; sent <= 4; sent++) {
      await expect.poll(() => hashes().length).toBe(sent)
      const asked = () => rpc.node.of('eth_getTransactionReceipt').length
      if (sent === 4) break
      await expect.poll(asked).toBeGreaterThan(0)
      const before = asked()
      await vi.advanceTimersByTimeAsync(999)
      expect(asked()).toBe(before)
      await vi.advanceTimersByTimeAsync(1)
      await expect.poll(asked).toBe(before + 1)
      expect(hashes()).toHaveLength(sent)
      mined.add(hashes().at(-1) ?? '')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect((await statusOf(rpc, id)).status).toBe(100)
    mined.add(hashes().at(-1) ?? '')
    expect((await over(rpc, id)).receipts).toMatchObject(hashes().map((transactionHash) => ({ transactionHash })))
    expect(rpc.signed()).toMatchObject([
      { to: other, value: 1n },
      { to: other, value: 2n },
      { to: usdc, value: 0n, data: new Uint8Array([1]) },
      { to: usdc, value: 0n, data: new Uint8Array([2]) },
    ])
  })
  afterEach(() => void vi.useRealTimers())

  it('ends with a call that fails, and says how much of it was done', async () => {
    for (const [failing, status] of [
      [1, 500],
      [2, 600],
      [3, 600],
    ] as const) {
      const rpc = openMemoryRpc({
        answers: {
          eth_getTransactionReceipt: ([hash]: string[]) => {
            const all = rpc.node.of('eth_sendRawTransaction').map(({ params }) => hashOfSigned(String(params)))
            return { status: all.indexOf(hash ?? '') === failing - 1 ? '0x0' : '0x1' }
          },
        },
      })
      const { id } = (await send(rpc, { calls: payments(3) })) as { id: string }
      expect(await over(rpc, id)).toMatchObject({ status })
      expect(values(rpc)).toHaveLength(failing)
    }
  })

  it('goes out of this page’s mind when a thousand came after it', async () => {
    const bundles = new Map<string, Bundle>()
    const bundle = {
      chain,
      hashes: [],
      sent: 1,
      count: 1,
      stop: new AbortController(),
      watchers: new Set<() => void>(),
    }
    for (let at = 1; at < 1_000; at++) bundles.set(String(at), bundle)
    const { asking, keep } = direct()
    const sendOne = (id: string) => sendCalls({ ...asking, params: [{ id, calls: payments(1) }] }, bundles, keep)
    await sendOne('first')
    expect([bundles.size, bundles.has('1')]).toEqual([1_000, true])
    await sendOne('second')
    expect([bundles.size, bundles.has('1'), bundles.has('2'), bundles.has('second')]).toEqual([
      1_000,
      false,
      true,
      true,
    ])
  })

  it('is given up when a call stands in no block after ten minutes', async () => {
    const bundles = new Map<string, Bundle>()
    const { asking, keep, rpc } = direct()
    const { client } = asking
    let asked = 0
    const call: typeof client.call = async (...question) => {
      if (question[1] !== 'eth_getTransactionReceipt') return client.call(...question)
      asked++
      return null
    }
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const params = [{ id: 'mine', calls: payments(2) }]
    await sendCalls({ ...asking, client: { ...client, call }, params }, bundles, keep)
    const isOver = () => bundles.get('mine')?.isOver === true
    await vi.advanceTimersByTimeAsync(599_999)
    expect([asked, isOver()]).toEqual([600, false])
    await vi.advanceTimersByTimeAsync(1)
    await expect.poll(isOver).toBe(true)
    expect([asked, values(rpc)]).toEqual([600, [1n]])
    const { hashes = [] } = bundles.get('mine') ?? {}
    expect(hashes).toHaveLength(1)
    expect(await keep.read('mine')).toMatchObject({ hashes, sent: 1 })
  })

  it('goes on where a node has no answer for a while, and when the page gives up what was approved', async () => {
    let asked = 0
    const rpc = openMemoryRpc({
      answers: { eth_getTransactionReceipt: () => (++asked === 1 ? new Error('No') : { status: '0x1' }) },
    })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const controller = new AbortController()
    const bundle = [{ id: 'mine', calls: payments(2) }]
    await rpc.request('wallet_sendCalls', bundle, { signal: controller.signal })
    controller.abort()
    await expect.poll(() => asked).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await over(rpc, 'mine')).toMatchObject({ status: 200 })
  })
})

describe('what is approved', () => {
  it('is all calls, as the node tried them out, with what each may cost', async () => {
    const rpc = openMemoryRpc({ answers: { eth_simulateV1: tried(21_000, 63_000, 42_000) } })
    const calls = [
      { to: other, value: '0x1' },
      { to: usdc, data: '0x01' },
      { to: usdc, input: '0x02' },
    ]
    await send(rpc, { calls })
    const from = account
    const [trial] = rpc.node.of('eth_simulateV1').map(({ params }) => params as readonly object[])
    expect(trial?.[0]).toMatchObject({
      blockStateCalls: [
        {
          calls: [
            { from, to: other, value: '0x1', data: '0x' },
            { from, to: usdc, value: '0x0', data: '0x01' },
            { from, to: usdc, value: '0x0', data: '0x02' },
          ],
        },
      ],
    })
    // Twice the first one's, by as much as the dearest takes more gas: 21,000 at 2.1 gwei, times two, times three.
    expect(mostFee(rpc)).toBe('0.000265 ETH')
    expect(rpc.shown()[0]).toMatchObject({ title: 'Send 3 transactions' })
  })

  it('is ten times the first one’s cost where the node cannot say how much gas each takes', async () => {
    for (const answer of [
      new Error('Not here'),
      tried(21_000, undefined),
      tried(undefined, 21_000),
      tried(0, 21_000),
      [
        {
          calls: [
            { status: '0x1', logs: [], gasUsed: '0x5208' },
            { status: '0x0', logs: [], gasUsed: '0x5208' },
          ],
        },
      ],
    ]) {
      const rpc = openMemoryRpc({ answers: { eth_simulateV1: answer } })
      await send(rpc, { calls: payments(2) })
      expect(mostFee(rpc)).toBe('0.000441 ETH')
    }
  })

  it('is not gone beyond: what would cost more is not sent, and what costs just that is', async () => {
    for (const [factor, status] of [
      [10n, 200],
      [11n, 600],
    ] as const) {
      const rpc = openMemoryRpc({
        answers: {
          eth_getBlockByNumber: {},
          eth_gasPrice: () => hex(1_000n * (rpc.node.of('eth_sendRawTransaction').length ? factor : 1n)),
        },
      })
      const { id } = (await send(rpc, { calls: payments(2) })) as { id: string }
      expect((await over(rpc, id)).status).toBe(status)
      expect(values(rpc)).toEqual(status === 200 ? [1n, 2n] : [1n])
    }
  })

  it('that is refused sends nothing, is forgotten, and its id may be used again', async () => {
    const storage = createMemoryStorage()
    const rpc = openMemoryRpc({ storage })
    rpc.screens.answer = async () => {
      throw new LatchkeyError('USER_REJECTED', 'No')
    }
    expect(await failure(send(rpc, { id: 'mine' }))).toMatchObject({ code: 'USER_REJECTED' })
    expect(await failure(statusOf(rpc, 'mine'))).toMatchObject({ rpcCode: 5730 })
    expect(rpc.wallet.signed).toEqual([])
    rpc.screens.answer = async () => {}
    rpc.node.answers.eth_sendRawTransaction = new Error('insufficient funds')
    expect(await failure(send(rpc, { id: 'mine' }))).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    await expect.poll(async () => (await storage.read('bundles', context.origin))?.bundles).toEqual([])
    rpc.node.answers.eth_sendRawTransaction = '0x00'
    expect(await send(rpc, { id: 'mine' })).toEqual({ id: 'mine' })
  })

  it('is asked until the request ends', async () => {
    const rpc = openMemoryRpc()
    const controller = new AbortController()
    const given: AbortSignal[] = []
    rpc.screens.answer = async (_, signal) => void given.push(signal)
    await rpc.request('wallet_sendCalls', [{ calls: payments(2) }], { signal: controller.signal })
    const [trial] = rpc.node.of('eth_simulateV1')
    expect([given[0]?.aborted, trial?.signal?.aborted]).toEqual([false, false])
    controller.abort()
    expect([given[0]?.aborted, trial?.signal?.aborted]).toEqual([true, true])
  })

  it('is not sent when the request ended while it was being signed', async () => {
    const rpc = openMemoryRpc()
    const controller = new AbortController()
    const { sign } = rpc.wallet
    rpc.wallet.sign = async (...asked) => {
      const signed = await sign(...asked)
      controller.abort()
      return signed
    }
    const asked = rpc.request('wallet_sendCalls', [{ id: 'mine', calls: payments(1) }], { signal: controller.signal })
    expect(await failure(asked)).toMatchObject({ code: 'ABORTED', message: 'Request was aborted' })
    expect([rpc.wallet.signed.length, rpc.node.of('eth_sendRawTransaction')]).toEqual([1, []])
  })
})

describe('a bundle is refused before anything is shown', () => {
  const optional = { optional: true }
  it.each<[string, object, number, string, RegExp]>([
    ['in the name of another account', { from: other }, 4100, 'UNAUTHORIZED', /does not belong/],
    ['for another network', { chainId: '0x1' }, 5710, 'CHAIN_SWITCH_REFUSED', /^The calls are for another network\./],
    ['of too many calls', { calls: payments(101) }, 5740, 'INVALID_REQUEST', /^More than 100 calls/],
    ['that must be one', { atomicRequired: true }, 5760, 'UNSUPPORTED_METHOD', /several calls as one/],
    ['that needs more', { capabilities: { pay: {} } }, 5700, 'UNSUPPORTED_METHOD', /lacks a capability/],
    ['that needs nothing by name', { capabilities: { pay: null } }, 5700, 'UNSUPPORTED_METHOD', /lacks/],
    [
      'a call of which needs more',
      { calls: [{ to: other, capabilities: { pay: {} } }] },
      5700,
      'UNSUPPORTED_METHOD',
      /lacks/,
    ],
    [
      'that needs one thing of two',
      { capabilities: { one: optional, two: { optional: false } } },
      5700,
      'UNSUPPORTED_METHOD',
      /lacks/,
    ],
  ])('%s', async (_, more, rpcCode, code, message) => {
    const rpc = openMemoryRpc()
    expect(await failure(send(rpc, more))).toEqual({ code, rpcCode, message: expect.stringMatching(message) })
    expect([rpc.screens.asked, rpc.node.asked]).toEqual([[], []])
  })

  it('but not for what it could do without, or a hundred calls', async () => {
    const rpc = openMemoryRpc()
    const calls = payments(100).map((call) => ({ ...call, capabilities: { pay: optional } }))
    rpc.screens.answer = async () => {
      throw new Error('Enough seen')
    }
    await expect(send(rpc, { calls, atomicRequired: false, capabilities: { pay: optional } })).rejects.toThrow('Enough')
    expect(rpc.shown()).toHaveLength(1)
  })

  it('that was sent before, by this page or one before it', async () => {
    const storage = createMemoryStorage()
    const rpc = openMemoryRpc({ storage })
    await send(rpc, { id: 'mine' })
    const again = { code: 'INVALID_REQUEST', rpcCode: 5720, message: 'A bundle with this id was already sent.' }
    expect(await failure(send(rpc, { id: 'mine' }))).toEqual(again)
    const later = openMemoryRpc({ storage })
    expect(await failure(send(later, { id: 'mine' }))).toEqual(again)
    await storage.remove('bundles', context.origin)
    expect(await failure(send(rpc, { id: 'mine' }))).toEqual(again)
  })
})
