import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'
import type { FrameStorage } from '../storage/storage.js'
import { createMisses } from './createMisses.js'

const site = 'https://app.example'

describe('createMisses', () => {
  it('takes right numbers until a wrong one, and none after it until an approval in the window', async () => {
    const misses = createMisses(createMemoryStorage(), site)
    expect([await misses.take(true), await misses.take(true), await misses.take(false)]).toEqual([true, true, false])
    expect([await misses.take(true), await misses.wasMissed()]).toEqual([false, true])
    await misses.forget()
    expect([await misses.wasMissed(), await misses.take(true)]).toEqual([false, true])
  })

  it('remembers for all frames of a site, and for no other site', async () => {
    const storage = createMemoryStorage()
    await createMisses(storage, site).take(false)
    expect(await createMisses(storage, site).take(true)).toBe(false)
    expect(await createMisses(storage, 'https://other.example').take(true)).toBe(true)
  })

  it.each([true, false])(
    'has kept a miss before it answers, so a frame that is removed at once leaves one (%s)',
    async (isRight) => {
      const storage = createMemoryStorage()
      // The frame is gone once the first thing was written.
      const dying: Pick<FrameStorage, 'read' | 'write' | 'remove'> = {
        ...storage,
        async write(...record) {
          await storage.write(...record)
          return new Promise(() => {})
        },
      }
      void createMisses(dying, site).take(isRight)
      const next = createMisses(storage, site)
      await expect.poll(() => next.wasMissed()).toBe(true)
      expect(await next.take(true)).toBe(false)
    },
  )
})
