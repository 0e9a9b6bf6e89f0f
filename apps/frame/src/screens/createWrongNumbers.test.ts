import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'
import type { FrameStorage } from '../storage/storage.js'
import { createWrongNumbers } from './createWrongNumbers.js'

const site = 'https://app.example'

describe('createWrongNumbers', () => {
  it('takes right numbers until a wrong one, and none after it until an approval in the window', async () => {
    const wrongNumbers = createWrongNumbers(createMemoryStorage(), site)
    expect([await wrongNumbers.take(true), await wrongNumbers.take(true), await wrongNumbers.take(false)]).toEqual([
      true,
      true,
      false,
    ])
    expect([await wrongNumbers.take(true), await wrongNumbers.wasWrong()]).toEqual([false, true])
    await wrongNumbers.forget()
    expect([await wrongNumbers.wasWrong(), await wrongNumbers.take(true)]).toEqual([false, true])
  })

  it('remembers for all frames of a site, and for no other site', async () => {
    const storage = createMemoryStorage()
    await createWrongNumbers(storage, site).take(false)
    expect(await createWrongNumbers(storage, site).take(true)).toBe(false)
    expect(await createWrongNumbers(storage, 'https://other.example').take(true)).toBe(true)
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
      void createWrongNumbers(dying, site).take(isRight)
      const next = createWrongNumbers(storage, site)
      await expect.poll(() => next.wasWrong()).toBe(true)
      expect(await next.take(true)).toBe(false)
    },
  )
})
