import { describe, expect, it } from 'vitest'
import { createFairQueue } from './createFairQueue.js'

const make = (more: Partial<Parameters<typeof createFairQueue>[0]> = {}) =>
  createFairQueue({ field: 'work', refusal: 'Too much work', atOnce: 2, waiting: 100, timeout: 60_000, ...more })

/** Work that ends when it is told to; tells the order in which it began. */
function createWork(queue: ReturnType<typeof make>) {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const start = (name: string, ip = '203.0.113.1') =>
    queue.run(ip, () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)))
      })
    })
  return { begun, start, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

describe('the fair queue', () => {
  it('behavior: run so many at once, and the next when one is over or fails', async () => {
    const { begun, start, end } = createWork(make())
    const all = ['a', 'b', 'c', 'd'].map((name) => start(name))
    const failed = expect(all[1]).rejects.toThrow('It failed')
    expect(begun).toEqual(['a', 'b'])
    end('b', new Error('It failed'))
    await failed
    await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
    for (const name of ['a', 'c']) end(name)
    await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd'])
    end('d')
    expect(await Promise.all([all[0], all[2], all[3]])).toEqual(['a', 'c', 'd'])
    const again = start('e')
    expect(begun.at(-1)).toBe('e')
    end('e')
    await again
  })

  it('behavior: go round the networks, so that one that asks much keeps no other waiting', async () => {
    const { begun, start, end } = createWork(make({ atOnce: 1 }))
    const all = [start('a'), ...['b', 'c', 'd'].map((name) => start(name)), start('x', '2001:db8::1')]
    all.push(start('y', '2001:db8::2'), start('z', '198.51.100.1'))
    for (const name of ['a', 'b', 'x', 'z', 'c', 'y', 'd']) {
      await expect.poll(() => begun.at(-1)).toBe(name)
      end(name)
    }
    await Promise.all(all)
  })

  it('behavior: keep no place for a network that nobody of waits any more', async () => {
    const { begun, start, end } = createWork(make({ atOnce: 1 }))
    const all = [start('a'), start('b', '198.51.100.1')]
    end('a')
    await expect.poll(() => begun.at(-1)).toBe('b')
    all.push(start('c', '192.0.2.1'), start('d', '198.51.100.1'))
    for (const name of ['b', 'c', 'd']) {
      await expect.poll(() => begun.at(-1)).toBe(name)
      end(name)
    }
    await Promise.all(all)
  })

  it('behavior: have one network that fills the queue give way to others', async () => {
    const refused = { status: 503 }
    const { begun, start, end } = createWork(make({ atOnce: 1, waiting: 3 }))
    const [running, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => start(name))
    const pushed = expect(d).rejects.toMatchObject(refused)
    const other = start('x', '198.51.100.1')
    await pushed
    await expect(start('e')).rejects.toMatchObject(refused)
    await expect(start('y', '198.51.100.1')).rejects.toMatchObject(refused)
    const pushedToo = expect(c).rejects.toMatchObject(refused)
    const third = start('z', '192.0.2.1')
    await pushedToo
    await expect(start('w', '192.0.2.2')).rejects.toMatchObject(refused)
    for (const name of ['a', 'b', 'x', 'z']) {
      await expect.poll(() => begun.at(-1)).toBe(name)
      end(name)
    }
    await Promise.all([running, b, other, third])
    const after = start('f')
    await expect.poll(() => begun).toEqual(['a', 'b', 'x', 'z', 'f'])
    end('f')
    await after
  })

  it('behavior: refuse beyond what may wait, and who has waited long enough', async () => {
    const refused = { status: 503, field: 'work', message: 'Too much work', headers: { 'retry-after': '5' } }
    const { begun, start, end } = createWork(make({ atOnce: 1, waiting: 1, timeout: 50 }))
    const first = start('a')
    const second = start('b')
    await expect(start('c')).rejects.toMatchObject(refused)
    await expect(second).rejects.toMatchObject(refused)
    const third = start('d')
    end('a')
    await first
    await expect.poll(() => begun).toEqual(['a', 'd'])
    end('d')
    await third
  })
})
