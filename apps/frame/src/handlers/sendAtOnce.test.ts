import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { createTabs } from '../../test/createTabs.js'
import { failure } from '../../test/failure.js'
import { account, other, useRpcWorld } from '../../test/useRpcWorld.js'

const { rpc, client, open, screens } = useRpcWorld()
const pay = (value: bigint) => [{ from: account, to: other, value: toHex(value) }]
const numberOf = async (hash: unknown) => (await client().getTransaction({ hash: hash as `0x${string}` })).nonce
const waiting = () => client().getTransactionCount({ address: account, blockTag: 'pending' })

describe('sending at once', () => {
  it('REL-09 twenty each from two tabs are forty transactions, numbered without a gap', async () => {
    const before = await waiting()
    const tabs = createTabs()
    const both = [open({ tabs: tabs.open() }), open({ tabs: tabs.open() })]
    const values = Array.from({ length: 20 }, (_, at) => BigInt(at + 1))
    const hashes = await Promise.all(
      both.flatMap(({ request }) => values.map((value) => request('eth_sendTransaction', pay(value)))),
    )
    await rpc('evm_mine')
    expect(new Set(hashes).size).toBe(40)
    const numbers = await Promise.all(hashes.map(numberOf))
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => before + at))
    expect([await waiting(), screens().asked.length]).toEqual([before + 40, 40])
  }, 60_000)

  it('REL-09 a tab that is closed while it is asked, or stops waiting, holds up no other', async () => {
    const tabs = createTabs()
    const closed = tabs.open()
    let ask = () => {}
    const isAsked = new Promise<void>((resolve) => {
      ask = resolve
    })
    screens().answer = () => {
      ask()
      return new Promise(() => {})
    }
    void open({ tabs: closed }).request('eth_sendTransaction', pay(1n))
    await isAsked
    screens().answer = async () => {}
    const beside = open({ tabs: tabs.open() })
    const ending = new AbortController()
    const stopped = failure(beside.request('eth_sendTransaction', pay(2n), { signal: ending.signal }))
    const next = beside.request('eth_sendTransaction', pay(3n))
    await expect.poll(() => screens().waits).toEqual(['otherTab'])
    ending.abort()
    expect((await stopped).code).toBe('ABORTED')
    await expect.poll(() => screens().waits).toEqual(['otherTab'])
    expect(screens().asked).toHaveLength(1)
    tabs.close(closed)
    expect(await next).toMatch(/^0x/)
    expect(screens().asked).toHaveLength(2)
    expect(screens().waits).toEqual([])
  })

  it('REL-09 of two devices that take the same number one sends, and nothing takes its place', async () => {
    const before = await waiting()
    let shown = 0
    let show = () => {}
    const bothShown = new Promise<void>((resolve) => {
      show = resolve
    })
    screens().answer = async () => {
      shown += 1
      if (shown === 2) show()
      await bothShown
    }
    const devices = [open({ tabs: createTabs().open() }), open({ tabs: createTabs().open() })]
    const [one, two] = await Promise.allSettled(
      devices.map(({ request }, at) => request('eth_sendTransaction', pay(BigInt(at + 1)))),
    )
    const sent = [one, two].flatMap((each) => (each?.status === 'fulfilled' ? [each.value] : []))
    const refused = [one, two].flatMap((each) => (each?.status === 'rejected' ? [each.reason.code] : []))
    await rpc('evm_mine')
    expect([sent.length, refused]).toEqual([1, ['NONCE_TOO_LOW']])
    expect([await numberOf(sent[0]), await waiting()]).toEqual([before, before + 1])
    expect((await client().getTransactionReceipt({ hash: sent[0] as `0x${string}` })).status).toBe('success')
  })

  it('sends without locks where the browser refuses them', async () => {
    const tabs = { request: async () => Promise.reject(new DOMException('denied', 'SecurityError')) }
    const { request } = open({ tabs: tabs as never })
    expect(await request('eth_sendTransaction', pay(1n))).toMatch(/^0x/)
  })
})
