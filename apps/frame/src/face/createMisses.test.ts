import { describe, expect, it } from 'vitest'
import { createMemoryKeep } from '../keep/createMemoryKeep.js'
import type { Keep } from '../keep/keep.js'
import { createMisses } from './createMisses.js'

const site = 'https://app.example'

describe('createMisses', () => {
  it('takes right numbers until a wrong one, and none after it until an approval in the window', async () => {
    const misses = createMisses(createMemoryKeep(), site)
    expect([await misses.take(true), await misses.take(true), await misses.take(false)]).toEqual([true, true, false])
    expect([await misses.take(true), await misses.wasMissed()]).toEqual([false, true])
    await misses.forget()
    expect([await misses.wasMissed(), await misses.take(true)]).toEqual([false, true])
  })

  it('remembers for all frames of a site, and for no other site', async () => {
    const keep = createMemoryKeep()
    await createMisses(keep, site).take(false)
    expect(await createMisses(keep, site).take(true)).toBe(false)
    expect(await createMisses(keep, 'https://other.example').take(true)).toBe(true)
  })

  it.each([true, false])(
    'has kept a miss before it answers, so a frame that is removed at once leaves one (%s)',
    async (isRight) => {
      const keep = createMemoryKeep()
      // The frame is gone once the first thing was written.
      const dying: Pick<Keep, 'read' | 'write' | 'remove'> = {
        ...keep,
        async write(...record) {
          await keep.write(...record)
          return new Promise(() => {})
        },
      }
      void createMisses(dying, site).take(isRight)
      const next = createMisses(keep, site)
      await expect.poll(() => next.wasMissed()).toBe(true)
      expect(await next.take(true)).toBe(false)
    },
  )
})
