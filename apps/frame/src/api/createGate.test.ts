import { describe, expect, it } from 'vitest'
import { createGate } from './createGate.js'

function job() {
  let finish = () => {}
  let isRunning = false
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  return {
    finish: () => finish(),
    isRunning: () => isRunning,
    run: async () => {
      isRunning = true
      await done
    },
  }
}
const turns = () => new Promise((resolve) => setTimeout(resolve))

describe('the gate', () => {
  it('lets many in together, one alone, and nobody past who waits alone', async () => {
    const gate = createGate('test', undefined)
    const [one, two, alone, late] = [job(), job(), job(), job()]
    const all = [gate.together(one.run), gate.together(two.run), gate.alone(alone.run), gate.together(late.run)]
    await turns()
    expect([one, two, alone, late].map((each) => each.isRunning())).toEqual([true, true, false, false])
    one.finish()
    await turns()
    expect(alone.isRunning()).toBe(false)
    two.finish()
    await turns()
    expect([alone.isRunning(), late.isRunning()]).toEqual([true, false])
    alone.finish()
    late.finish()
    await Promise.all(all)
  })

  it('goes on after a job failed, and passes the failure on', async () => {
    const gate = createGate('test', undefined)
    const failing = async () => {
      throw new Error('no')
    }
    await expect(gate.alone(failing)).rejects.toThrow('no')
    await expect(gate.together(failing)).rejects.toThrow('no')
    expect(await gate.alone(async () => 1)).toBe(1)
  })

  it('shares the gate with other tabs, and works where locks are denied as storage is', async () => {
    const asked: unknown[] = []
    const locks = {
      request: async (name: string, options: { mode: string }, job: () => Promise<unknown>) => {
        asked.push([name, options.mode])
        return job()
      },
    } as unknown as Pick<LockManager, 'request'>
    const gate = createGate('session', locks)
    await gate.together(async () => {})
    await gate.alone(async () => {})
    expect(asked).toEqual([
      ['session', 'shared'],
      ['session', 'exclusive'],
    ])
    const denied = {
      request: async () => {
        throw new DOMException('denied', 'SecurityError')
      },
    } as unknown as Pick<LockManager, 'request'>
    expect(await createGate('session', denied).together(async () => 2)).toBe(2)
    const once = { count: 0 }
    const failing = createGate('session', locks).together(async () => {
      once.count++
      throw new Error('inside')
    })
    await expect(failing).rejects.toThrow('inside')
    expect(once.count).toBe(1)
  })
})
