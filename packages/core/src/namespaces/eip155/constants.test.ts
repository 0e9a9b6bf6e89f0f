import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alice, one } from '../../../test/chains.js'
import { rpcServer } from '../../../test/rpcServer.js'
import { breathe, until } from '../../../test/waits.js'
import { getBalance } from '../../actions/getBalance.js'
import { createConfig } from '../../createConfig.js'

const account = `eip155:1:${alice}` as const
const configOver = (...urls: string[]) =>
  createConfig({ chains: [{ ...one, rpcUrls: { default: { http: urls } } }], storage: null })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('one URL', () => {
  it.each(['at once', 'in the middle'] as const)(
    '[S9-17] a call to a node that falls silent %s fails at 10 s, not before, and is not repeated',
    async (silent) => {
      const node = await rpcServer(() => ({ silent }))
      let error: unknown
      getBalance(configOver(node.url), { account }).catch((reason) => {
        error = reason
      })
      await until(() => node.count('eth_getBalance') === 1)
      await vi.advanceTimersByTimeAsync(9_999)
      await breathe()
      expect(error).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1)
      await until(() => error !== undefined)
      expect(error).toMatchObject({ code: 'RPC_TIMEOUT' })
      await vi.advanceTimersByTimeAsync(60_000)
      await breathe()
      expect(node.count('eth_getBalance')).toBe(1)
    },
  )

  it('[S9-19] a call that always fails is made four times, 150, 300 and 600 ms apart', async () => {
    const node = await rpcServer(() => ({ status: 500 }))
    let error: unknown
    getBalance(configOver(node.url), { account }).catch((reason) => {
      error = reason
    })
    await until(() => node.count('eth_getBalance') === 1)
    for (const [already, delay] of [150, 300, 600].entries()) {
      await breathe()
      await vi.advanceTimersByTimeAsync(delay - 1)
      await breathe()
      expect(node.count('eth_getBalance')).toBe(already + 1)
      await vi.advanceTimersByTimeAsync(1)
      await until(() => node.count('eth_getBalance') === already + 2)
    }
    await until(() => error !== undefined)
    expect(error).toMatchObject({ code: 'RPC_UNREACHABLE' })
    await vi.advanceTimersByTimeAsync(60_000)
    await breathe()
    expect(node.count('eth_getBalance')).toBe(4)
  })
})

describe('several URLs', () => {
  /** Ranks a fast node that fails now and then against a slow one that never does. */
  async function race(failing: (sample: number) => boolean) {
    const flaky = await rpcServer((method, count) =>
      method === 'net_listening' && failing(count) ? { status: 404 } : {},
    )
    const slow = await rpcServer((method) => (method === 'net_listening' ? { latency: 60 } : {}))
    const config = configOver(flaky.url, slow.url)
    await getBalance(config, { account })
    const ping = 'net_listening'
    const isDone = () =>
      [flaky, slow].every((node) => node.answered(ping) > 0 && node.answered(ping) === node.count(ping))
    const ranked = async (sample: number) => {
      for (;;) {
        await until(isDone)
        await breathe(60)
        const seen = slow.count(ping)
        if (seen >= sample) return
        await vi.advanceTimersByTimeAsync(4_000)
        await until(() => slow.count(ping) > seen && flaky.count(ping) > seen)
      }
    }
    const first = async () => {
      const before = flaky.count('eth_getBalance')
      await getBalance(config, { account, force: true })
      return flaky.count('eth_getBalance') > before ? 'flaky' : 'slow'
    }
    return { config, flaky, slow, ranked, first }
  }

  it('[S9-20] each is sampled at once and then every 4 s, until the config is destroyed', async () => {
    const { config, ranked, flaky, slow } = await race(() => false)
    const seen = () => [flaky.count('net_listening'), slow.count('net_listening')]
    await ranked(1)
    expect(seen()).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(3_999)
    await breathe()
    expect(seen()).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(1)
    await until(() => seen().join() === '2,2')
    await breathe(100)
    config.destroy()
    await vi.advanceTimersByTimeAsync(20_000)
    await breathe()
    expect(seen()).toEqual([2, 2])
  })

  it('[S9-22] stability weighs 0.7 and latency 0.3: fast comes first, until it has failed every second time', async () => {
    const { ranked, first } = await race((sample) => sample % 2 === 0)
    await ranked(1)
    expect(await first()).toBe('flaky')
    await ranked(2)
    expect(await first()).toBe('slow')
  })

  it('[S9-21] ten samples are kept: failures are held against a node for ten samples, and then forgotten', async () => {
    const { ranked, first } = await race((sample) => sample <= 9)
    await ranked(13)
    expect(await first()).toBe('slow')
    await ranked(19)
    expect(await first()).toBe('flaky')
  })

  it('one that is down gives way to the next', async () => {
    const dead = await rpcServer(() => ({ status: 404 }))
    const alive = await rpcServer()
    expect((await getBalance(configOver(dead.url, alive.url), { account })).value).toBe(42n)
  })
})
