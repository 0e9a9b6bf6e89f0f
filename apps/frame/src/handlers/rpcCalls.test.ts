import { toHex } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { createTabs } from '../../test/createTabs.js'
import { failure } from '../../test/failure.js'
import { account, other, useRpcWorld } from '../../test/useRpcWorld.js'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'
import type { Approval, Screen } from '../types.js'

const { world, rpc, open, screens, wallet } = useRpcWorld()

const shown = (): Approval => {
  const screen = screens().asked.at(-1)
  if (screen?.kind !== 'approve') throw new Error('No approval was shown')
  return screen.approval
}
const pay = (value: bigint, more: object = {}) => [{ from: account, to: other, value: toHex(value), ...more }]

/** Mines until a bundle has ended. */
async function ended(request: ReturnType<typeof open>['request'], id: string) {
  let status: { status: number; receipts?: object[] } = { status: 0 }
  const read = async () => {
    await rpc('evm_mine')
    status = (await request('wallet_getCallsStatus', [id])) as typeof status
    return status.status
  }
  await expect.poll(read).toBeGreaterThanOrEqual(200)
  return status
}

describe('rpcAbort', () => {
  it('[S6-12] ends what waits for the person, on screen and in line; [S6-11] reads go on', async () => {
    const { request, abort } = open()
    let opened = () => {}
    const isOpen = new Promise<void>((resolve) => {
      opened = resolve
    })
    screens().answer = (_, signal) =>
      new Promise((_resolve, reject) => {
        opened()
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const first = failureOrAbort(request('eth_sendTransaction', pay(1n)))
    const second = failureOrAbort(request('eth_sendTransaction', pay(2n)))
    await isOpen
    await world().node.set({ slow: 300 })
    const read = request('eth_blockNumber')
    await abort()
    expect(await Promise.all([first, second])).toEqual(['aborted', 'aborted'])
    expect(await read).toMatch(/^0x/)
    expect([screens().asked.length, wallet().signed.length]).toEqual([1, 0])
  })

  it('is over with: what is asked afterwards is asked anew', async () => {
    const { request, abort } = open()
    await abort()
    expect(await request('personal_sign', ['Hello', account])).toMatch(/^0x/)
  })
})

describe('bundles', () => {
  const bundle = (call: object) =>
    open().request('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', from: account, calls: [call] }])

  it.each([other.slice(2), 'abc', '', ` ${other}`, other.replace('0x', '0X'), undefined, null])(
    '[S5-10] a call goes to an address that starts with 0x, not to %j',
    async (to) => {
      expect((await failure(bundle({ to, value: '0x1' }))).code).toBe('INVALID_PARAMS')
      expect(screens().asked).toEqual([])
      expect(await bundle({ to: other, value: '0x1' })).toHaveProperty('id')
    },
  )

  it('[S5-11] the data of a call may be missing or empty', async () => {
    expect(await bundle({ to: other })).toHaveProperty('id')
    expect(await bundle({ to: other, data: '0x' })).toHaveProperty('id')
  })

  it.each(['12', 'abcd', '', '0X12', 5])(
    '[S5-11] data that is there starts with 0x, so %j is refused',
    async (data) => {
      expect((await failure(bundle({ to: other, data }))).code).toBe('INVALID_PARAMS')
      expect(screens().asked).toEqual([])
    },
  )

  it('[S7-113] wallet_sendCalls shows every call, sends them in order, and [S7-114] the status follows', async () => {
    const { request } = open()
    const calls = [1n, 2n, 3n].map((value) => ({ to: other, value: toHex(value) }))
    const { id } = (await request('wallet_sendCalls', [
      { version: '2.0.0', chainId: '0x7a69', from: account, calls },
    ])) as { id: string }
    expect(shown().title).toBe('Send 3 transactions')
    for (const at of [1, 2, 3]) expect(shown().rows.some(({ label }) => label === `${at}. To`)).toBe(true)
    const status = await ended(request, id)
    expect(status).toMatchObject({ version: '2.0.0', id, chainId: '0x7a69', atomic: false, status: 200 })
    expect(status.receipts).toHaveLength(3)
  })

  const three = [1n, 2n, 3n].map((value) => ({ to: other, value: toHex(value) }))
  type Status = { status: number; receipts?: object[] }
  type Sending = Extract<Screen, { kind: 'sending' }>
  /** Sends three payments while no block comes unless one is asked for. */
  async function sendThree(parts: Parameters<typeof open>[0] = {}) {
    await rpc('evm_setAutomine', [false])
    const page = open(parts)
    const bundle = [{ version: '2.0.0', chainId: '0x7a69', from: account, calls: three }]
    const { id } = (await page.request('wallet_sendCalls', bundle)) as { id: string }
    return { ...page, id, status: () => page.request('wallet_getCallsStatus', [id]) as Promise<Status> }
  }
  const mine = () => rpc('evm_mine')
  afterEach(() => rpc('evm_setAutomine', [true]))

  it('shows how many of a bundle are sent, and stops the rest: nothing more is signed, and the status says so', async () => {
    const { request, id, status } = await sendThree()
    let screen: Sending | undefined
    let close = () => {}
    screens().answer = async (shown) => {
      screen = shown as Sending
      await new Promise<void>((resolve) => {
        close = resolve
      })
    }
    const shown = request('wallet_showCallsStatus', [id])
    await expect.poll(() => screen?.read()).toEqual({ sent: 1, isOver: false, isStopped: false })
    expect(screen).toMatchObject({ kind: 'sending', count: 3 })
    let told = 0
    screen?.watch(() => told++)
    expect((await status()).status).toBe(100)
    await mine()
    await expect.poll(() => screen?.read().sent, { timeout: 20_000 }).toBe(2)
    expect(told).toBe(1)
    screen?.stop?.()
    expect(screen?.read()).toMatchObject({ isStopped: true })
    await mine()
    await expect.poll(() => screen?.read().isOver, { timeout: 20_000 }).toBe(true)
    expect(await status()).toMatchObject({ status: 600, receipts: [{ status: '0x1' }, { status: '0x1' }] })
    await mine()
    expect([wallet().signed.length, (await status()).receipts?.length]).toEqual([2, 2])
    close()
    expect(await shown).toBe(null)
  })

  it('shows nothing of a bundle that is whole, and refuses one that is unknown', async () => {
    const { request } = open()
    expect(await failure(request('wallet_showCallsStatus', ['0x00']))).toMatchObject({ rpcCode: 5730 })
    const { id } = (await request('wallet_sendCalls', [{ calls: [{ to: other, value: '0x1' }] }])) as { id: string }
    await expect.poll(async () => ((await request('wallet_getCallsStatus', [id])) as Status).status).toBe(200)
    expect(await request('wallet_showCallsStatus', [id])).toBe(null)
    expect(screens().asked.map(({ kind }) => kind)).toEqual(['approve'])
  })

  it('tells the truth of a bundle whose page was closed: what was sent, and that the rest never is', async () => {
    const storage = createMemoryStorage()
    const tabs = createTabs()
    const closed = tabs.open()
    let isClosed = false
    // A page that is gone gets no answer any more.
    const fetchUntilClosed = (url: string, init: RequestInit) =>
      isClosed ? new Promise<Response>(() => {}) : fetch(url, init)
    const { id } = await sendThree({ storage, tabs: closed, fetch: fetchUntilClosed })
    const beside = open({ storage, tabs: tabs.open() })
    const status = () => beside.request('wallet_getCallsStatus', [id]) as Promise<Status>
    expect((await status()).status).toBe(100)
    isClosed = true
    await mine()
    // As far as another tab knows it is still being sent.
    expect((await status()).status).toBe(100)
    tabs.close(closed)
    expect(await status()).toMatchObject({ status: 600, id, receipts: [{ status: '0x1' }] })
    expect(await failure(beside.request('wallet_sendCalls', [{ id, calls: three }]))).toMatchObject({ rpcCode: 5720 })
    const elsewhere = open({
      storage,
      tabs: tabs.open(),
      embedder: { origin: 'https://other.example', projectId: 'p' },
    })
    expect(await failure(elsewhere.request('wallet_getCallsStatus', [id]))).toMatchObject({ rpcCode: 5730 })
  })

  it.each(['sent', 'not sent'])('asks the network about a call with which the page was closed: %s', async (how) => {
    const storage = createMemoryStorage()
    let sends = 0
    const { id } = await sendThree({
      storage,
      fetch: async (url, init) => {
        const { method } = typeof init.body === 'string' ? JSON.parse(init.body) : {}
        if (method !== 'eth_sendRawTransaction' || ++sends < 2) return fetch(url, init)
        if (how === 'sent') await fetch(url, init)
        return new Promise<Response>(() => {})
      },
    })
    await mine()
    await expect.poll(() => sends, { timeout: 20_000 }).toBe(2)
    const again = open({ storage })
    const status = () => again.request('wallet_getCallsStatus', [id]) as Promise<Status>
    await expect.poll(async () => (await status()).status).toBe(how === 'sent' ? 100 : 600)
    await mine()
    await expect.poll(async () => (await status()).status).toBe(600)
    expect((await status()).receipts).toHaveLength(how === 'sent' ? 2 : 1)
  })

  it.each(['simulated', 'not simulated'])(
    'error: stops before a call that costs more than was shown, %s',
    async (how) => {
      let isSent = false
      const { request } = open({
        fetch: async (url, init) => {
          const { id, method } = typeof init.body === 'string' ? JSON.parse(init.body) : {}
          if (method === 'eth_simulateV1' && how === 'not simulated')
            return Response.json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Not here' } })
          const response = await fetch(url, init)
          if (method === 'eth_sendRawTransaction') isSent = true
          if (method !== 'eth_getBlockByNumber' || !isSent) return response
          // After the first was sent the price rises out of all proportion.
          const answer = await response.json()
          const baseFeePerGas = toHex(BigInt(answer.result.baseFeePerGas) * 100n + 10n ** 12n)
          return Response.json({ ...answer, result: { ...answer.result, baseFeePerGas } })
        },
      })
      const calls = [1n, 2n, 3n].map((value) => ({ to: other, value: toHex(value) }))
      const { id } = (await request('wallet_sendCalls', [
        { version: '2.0.0', chainId: '0x7a69', from: account, calls },
      ])) as { id: string }
      expect(shown().rows.map(({ label }) => label)).toContain('Network fee of each, at most')
      const status = await ended(request, id)
      expect(status.status).toBe(600)
      expect(status.receipts).toHaveLength(1)
      expect(wallet().signed).toHaveLength(1)
    },
  )

  it('[S7-115] tells what it can', async () => {
    const { request } = open()
    const capabilities = { '0x7a69': { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } } }
    expect(await request('wallet_getCapabilities')).toEqual(capabilities)
    expect(await request('wallet_getCapabilities', [account, ['0x1']])).toEqual({})
  })

  it.each([
    [5760, { atomicRequired: true }],
    [5700, { capabilities: { paymasterService: { url: 'https://pay.example' } } }],
    [5710, { chainId: '0x1' }],
    [5740, { calls: Array.from({ length: 101 }, () => ({ to: other })) }],
  ])('error: answers %i for what it cannot do, without a screen', async (rpcCode, more) => {
    const { request } = open()
    expect(await failure(request('wallet_sendCalls', [{ calls: [{ to: other }], ...more }]))).toMatchObject({ rpcCode })
    expect(screens().asked).toEqual([])
  })

  it('SEC-X-10 lists all of a hundred calls', async () => {
    const { request } = open()
    screens().answer = async () => {
      throw new Error('enough seen')
    }
    const calls = Array.from({ length: 100 }, (_, at) => ({ to: other, value: toHex(at + 1) }))
    await request('wallet_sendCalls', [{ calls }]).catch(() => {})
    expect(shown().rows.filter(({ label }) => label.endsWith('. To'))).toHaveLength(100)
  })

  it('error: does not know a bundle that it did not send, and takes an id once', async () => {
    const { request } = open()
    expect(await failure(request('wallet_getCallsStatus', ['0x00']))).toMatchObject({ rpcCode: 5730 })
    const bundle = [{ id: 'mine', calls: [{ to: other, value: '0x1' }] }]
    expect(await request('wallet_sendCalls', bundle)).toEqual({ id: 'mine' })
    expect(await failure(request('wallet_sendCalls', bundle))).toMatchObject({ rpcCode: 5720 })
  })
})

function failureOrAbort(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'done',
    (error: { code?: string; name?: string }) =>
      error.code === 'ABORTED' || error.name === 'AbortError' ? 'aborted' : String(error),
  )
}
