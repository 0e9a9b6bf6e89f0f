import { afterEach, describe, expect, it, vi } from 'vitest'
import { failure } from '../../test/failure.js'
import { openMemoryRpc } from '../../test/memoryRpc.js'
import { chain, context, other } from '../../test/signingContext.js'
import { user } from '../../test/signingWallet.js'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'
import type { Screen } from '../types.js'

const account = user.addresses.eip155
type Rpc = ReturnType<typeof openMemoryRpc>
type Status = { status: number; receipts?: object[] }
const three = ['0x1', '0x2', '0x3'].map((value) => ({ to: other, value }))
const send = (rpc: Rpc) => rpc.request('wallet_sendCalls', [{ id: 'mine', calls: three }])
const statusOf = (rpc: Rpc, id: string) => rpc.request('wallet_getCallsStatus', [id]) as Promise<Status>
const values = (rpc: Rpc) => rpc.signed().map(({ value }) => value)

describe('how far a bundle is', () => {
  const kept = async (hashes: readonly string[], sent: number, count = 2) => {
    const storage = createMemoryStorage()
    const one = { id: 'mine', chainId: chain.id, count, hashes: [...hashes], sent }
    await storage.write('bundles', context.origin, { bundles: [one] })
    return storage
  }

  it('is told of a page that was closed, and of its last call by the network', async () => {
    for (const [hashes, sent, isThere, status, receipts] of [
      [['0x1'], 0, false, 400, 0],
      [['0x1'], 0, true, 100, 0],
      [['0x1'], 1, false, 600, 1],
      [['0x1', '0x2'], 1, false, 600, 1],
      [['0x1', '0x2'], 1, true, 100, 1],
      [['0x1', '0x2'], 2, true, 100, 1],
    ] as const) {
      const rpc = openMemoryRpc({
        storage: await kept(hashes, sent),
        answers: {
          eth_getTransactionReceipt: ([hash]: string[]) => (hash === '0x1' && sent > 0 ? { status: '0x1' } : null),
          eth_getTransactionByHash: ([hash]: string[]) => (isThere && hash === hashes.at(-1) ? {} : null),
        },
      })
      const said = await statusOf(rpc, 'mine')
      expect([said.status, said.receipts?.length ?? 0]).toEqual([status, receipts])
      expect('receipts' in said).toBe(receipts > 0)
    }
    const all = openMemoryRpc({ storage: await kept(['0x1', '0x2'], 2) })
    expect(await statusOf(all, 'mine')).toMatchObject({ status: 200 })
    all.node.answers.eth_getTransactionReceipt = { status: '0x0' }
    expect(await statusOf(all, 'mine')).toMatchObject({ status: 500 })
  })

  it('is not told of one that nobody sent, or on a network that is gone', async () => {
    const rpc = openMemoryRpc({ storage: await kept(['0x1'], 1) })
    const unknown = (what: string) => ({
      code: 'INVALID_REQUEST',
      rpcCode: 5730,
      message: `The wallet does not know ${what}`,
    })
    expect(await failure(statusOf(rpc, 'other'))).toEqual(unknown('this bundle.'))
    const gone = openMemoryRpc({
      storage: await kept(['0x1'], 1),
      settings: { apiUrl: 'https://api.example', chains: [{ ...chain, id: 'eip155:1' }] },
    })
    expect(await failure(statusOf(gone, 'mine'))).toEqual(unknown('the network of this bundle.'))
  })

  it('is not told as its end between two calls', async () => {
    const rpc = openMemoryRpc()
    const { sign } = rpc.wallet
    let go = () => {}
    const turn = new Promise<void>((resolve) => {
      go = resolve
    })
    rpc.wallet.sign = async (...asked) => {
      if (rpc.wallet.signed.length > 0) await turn
      return sign(...asked)
    }
    await send(rpc)
    expect(await statusOf(rpc, 'mine')).toMatchObject({ status: 100, receipts: [{ status: '0x1' }] })
    go()
    await expect.poll(async () => (await statusOf(rpc, 'mine')).status).toBe(200)
  })

  it('passes on what a receipt holds, and no more', async () => {
    const receipt = {
      logs: [],
      status: '0x1',
      blockHash: '0x2',
      blockNumber: '0x3',
      gasUsed: '0x4',
      transactionHash: '0x5',
    }
    const rpc = openMemoryRpc({
      storage: await kept(['0x1'], 1, 1),
      answers: { eth_getTransactionReceipt: { ...receipt, from: account } },
    })
    expect((await statusOf(rpc, 'mine')).receipts).toEqual([receipt])
    const controller = new AbortController()
    controller.abort()
    const asked = rpc.request('wallet_getCallsStatus', ['mine'], { signal: controller.signal })
    expect(await failure(asked)).toMatchObject({ code: 'ABORTED' })
  })
})

describe('the screen of a bundle', () => {
  afterEach(() => void vi.useRealTimers())
  type Sending = Extract<Screen, { kind: 'sending' }>
  const show = (rpc: Rpc, id = 'mine') => rpc.request('wallet_showCallsStatus', [id])
  const sendingOf = (rpc: Rpc) => rpc.screens.asked.find((screen): screen is Sending => screen.kind === 'sending')

  it('tells each step, and stops what was not sent', async () => {
    const isMined = [false]
    const rpc = openMemoryRpc({
      answers: { eth_getTransactionReceipt: () => (isMined[0] ? { status: '0x1' } : null) },
    })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await send(rpc)
    expect(await show(rpc)).toBeNull()
    const screen = sendingOf(rpc)
    expect([screen?.count, screen?.read()]).toEqual([3, { sent: 1, isOver: false, isStopped: false }])
    let [told, left] = [0, 0]
    screen?.watch(() => told++)
    screen?.watch(() => left++)()
    isMined[0] = true
    await vi.advanceTimersByTimeAsync(1_000)
    await expect.poll(() => screen?.read().isOver).toBe(true)
    expect([screen?.read(), told, left]).toEqual([{ sent: 3, isOver: true, isStopped: false }, 3, 0])
    rpc.screens.asked.length = 0
    expect([await show(rpc), rpc.screens.asked]).toEqual([null, []])
  })

  it('is there until the request for it ends', async () => {
    const rpc = openMemoryRpc({ answers: { eth_getTransactionReceipt: null } })
    await send(rpc)
    const controller = new AbortController()
    const given: AbortSignal[] = []
    rpc.screens.answer = async (_, signal) => void given.push(signal)
    await rpc.request('wallet_showCallsStatus', ['mine'], { signal: controller.signal })
    controller.abort()
    expect(given[0]?.aborted).toBe(true)
    sendingOf(rpc)?.stop?.()
  })

  it('stops it: nothing more is signed', async () => {
    const rpc = openMemoryRpc({ answers: { eth_getTransactionReceipt: null } })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await send(rpc)
    await show(rpc)
    const screen = sendingOf(rpc)
    screen?.stop?.()
    expect(screen?.read()).toEqual({ sent: 1, isOver: false, isStopped: true })
    rpc.node.answers.eth_getTransactionReceipt = { status: '0x1' }
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(() => screen?.read()).toEqual({ sent: 1, isOver: true, isStopped: true })
    expect([values(rpc), (await statusOf(rpc, 'mine')).status]).toEqual([[1n], 600])
  })

  it('cannot stop what another page sends', async () => {
    const storage = createMemoryStorage()
    await storage.write('bundles', context.origin, {
      bundles: [{ id: 'mine', chainId: chain.id, count: 2, hashes: ['0x1'], sent: 1 }],
    })
    const tabs = { request: async (_: string, __: unknown, job: (lock: null) => unknown) => job(null) }
    for (const isOver of [false, true]) {
      const rpc = openMemoryRpc({ storage, ...(isOver ? {} : { tabs: tabs as unknown as LockManager }) })
      await show(rpc)
      const screen = sendingOf(rpc)
      expect([screen?.read(), screen?.stop]).toEqual([{ sent: 1, isOver, isStopped: false }, undefined])
      expect(() => screen?.watch(() => {})()).not.toThrow()
    }
    expect(await failure(show(openMemoryRpc({ storage }), 'other'))).toMatchObject({ rpcCode: 5730 })
  })
})
