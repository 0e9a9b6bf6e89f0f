import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createByteStore } from './createByteStore.js'

it('behavior: gives the pieces as one, whatever becomes of them afterwards', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (pieces) => {
      const store = createByteStore()
      const whole = Buffer.concat(pieces)
      for (const piece of pieces) {
        store.add(piece)
        piece.fill(0)
      }
      expect(store.size).toBe(whole.length)
      expect(store.bytes().equals(whole)).toBe(true)
    }),
  )
})

it('behavior: takes about as much memory as there are bytes, however small the pieces', () => {
  const store = createByteStore()
  for (let at = 0; at < 100_000; at++) store.add(Uint8Array.of(at))
  expect(store.bytes().buffer.byteLength).toBeLessThanOrEqual(200_000)
})
