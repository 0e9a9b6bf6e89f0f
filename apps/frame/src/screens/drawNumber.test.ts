import { describe, expect, it } from 'vitest'
import { drawNumber, numberCount } from './drawNumber.js'

/** Returns these bytes one after the other. */
function bytesOf(...given: readonly number[]): (bytes: Uint8Array) => Uint8Array {
  const left = [...given]
  return (bytes) => {
    bytes[0] = left.shift() ?? 0
    return bytes
  }
}

describe('drawNumber', () => {
  it('gives each number for as many bytes as any other, and draws again for the bytes that are over', () => {
    const marker = 5
    const counts = Array.from({ length: numberCount }, () => 0)
    let over = 0
    for (let byte = 0; byte < 256; byte++) {
      const next = bytesOf(byte, marker)
      const number = drawNumber(next)
      const isOver = next(new Uint8Array(1))[0] !== marker
      if (isOver) over++
      else counts[number - 1] = (counts[number - 1] ?? 0) + 1
    }
    expect([counts, over]).toEqual([Array.from({ length: 6 }, () => 42), 4])
  })

  it('draws by the chance of the browser', () => {
    const drawn = new Set(Array.from({ length: 500 }, () => drawNumber()))
    expect([...drawn].sort()).toEqual([1, 2, 3, 4, 5, 6])
  })
})
