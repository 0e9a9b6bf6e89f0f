import { LatchkeyError } from '@latchkey/protocol/errors'
import { numberToHex } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testChain } from '../../test/chains.js'
import { createConfig } from '../createConfig.js'
import { eip155 } from '../namespaces/eip155/eip155.js'
import { watchPendingTransactions } from './watchPendingTransactions.js'

const hashOf = (at: number) => numberToHex(at, { size: 32 })
let pending: `0x${string}`[]
let asked: string[]
let fault: Error | undefined
beforeEach(async () => {
  // Load the module before the fake timers start.
  await import('./contractCalls.js')
  vi.useFakeTimers()
  pending = []
  asked = []
  fault = undefined
})
afterEach(() => vi.useRealTimers())

function make() {
  const node = async (_: unknown, { method, params }: { method: string; params?: unknown }) => {
    asked.push(`${method} ${JSON.stringify(params)}`)
    if (fault) throw fault
    return { number: null, hash: null, transactions: pending, timestamp: '0x1', gasLimit: '0x1', gasUsed: '0x0' }
  }
  return createConfig({
    chains: [testChain('eip155:31337')],
    namespaces: [{ ...eip155(), request: node as never }],
    storage: null,
  })
}
/** Lets half a minute go by. */
const wait = (milliseconds = 30_000) => vi.advanceTimersByTimeAsync(milliseconds)

describe('watchPendingTransactions', () => {
  it('[S9-11] is off unless it is called, looks every 30 s, and ends with its 99th notification', async () => {
    const config = make()
    await wait(600_000)
    expect(asked).toEqual([])

    const told: (readonly string[])[] = []
    pending = [hashOf(1_000)]
    watchPendingTransactions(config, { onTransactions: (hashes) => told.push(hashes) })
    await wait(0)
    expect([asked, told]).toEqual([['eth_getBlockByNumber ["pending",false]'], []])
    await wait(29_999)
    expect(asked).toHaveLength(1)
    await wait(1)
    expect([asked.length, told]).toEqual([2, []])

    for (let at = 1; at <= 99; at++) {
      pending = [...pending, hashOf(at)]
      await wait()
    }
    expect(told).toHaveLength(99)
    expect([told[0], told[98]]).toEqual([[hashOf(1)], [hashOf(99)]])
    const { length } = asked
    pending = [...pending, hashOf(100)]
    await wait(600_000)
    expect([told.length, asked.length]).toEqual([99, length])
    config.destroy()
  })

  it('behavior: counts notifications and not transactions, and does not tell what it told', async () => {
    const config = make()
    const told: (readonly string[])[] = []
    watchPendingTransactions(config, { onTransactions: (hashes) => told.push(hashes), pollingInterval: 1_000 })
    await wait(0)
    pending = Array.from({ length: 200 }, (_, at) => hashOf(at))
    await wait(1_000)
    pending = pending.slice(100)
    await wait(5_000)
    expect(told.map(({ length }) => length)).toEqual([200])
    config.destroy()
  })

  it('behavior: ends when it is told to, and with the config', async () => {
    const config = make()
    const onTransactions = vi.fn()
    const stop = watchPendingTransactions(config, { onTransactions })
    watchPendingTransactions(config, { onTransactions })
    await wait(0)
    stop()
    pending = [hashOf(1)]
    await wait()
    expect(onTransactions).toHaveBeenCalledTimes(1)
    config.destroy()
    pending = [hashOf(2)]
    const { length } = asked
    await wait(600_000)
    expect([onTransactions.mock.calls.length, asked.length]).toEqual([1, length])
  })

  it('error: tells a node that cannot be asked, coded, and goes on', async () => {
    const config = make()
    const [onTransactions, onError] = [vi.fn(), vi.fn()]
    watchPendingTransactions(config, { onTransactions, onError })
    await wait(0)
    fault = new LatchkeyError('RPC_UNREACHABLE', 'The node does not answer.')
    await wait()
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'RPC_UNREACHABLE' }))
    fault = undefined
    pending = [hashOf(1)]
    await wait()
    expect(onTransactions).toHaveBeenCalledExactlyOnceWith([hashOf(1)])
    config.destroy()
  })

  it('error: a chain that is not listed', () => {
    const config = make()
    expect(() => watchPendingTransactions(config, { chainId: 5, onTransactions: () => {} })).toThrow(
      expect.objectContaining({ code: 'CHAIN_NOT_FOUND' }),
    )
    config.destroy()
  })
})
