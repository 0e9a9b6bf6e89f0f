import { Buffer as NodeBuffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { Buffer } from './buffer.js'

const texts = ['', 'a', 'ab', 'abc', '{"att":{"eip155":{}}}', 'Grüße ✓ 🦊']

describe('Buffer', () => {
  it.each(texts)('behavior: writes %j as Node does', (text) => {
    for (const encoding of ['base64', 'hex', 'utf-8'] as const) {
      expect(Buffer.from(text).toString(encoding)).toBe(NodeBuffer.from(text).toString(encoding))
      const written = NodeBuffer.from(text).toString(encoding)
      expect(Buffer.from(written, encoding).toString()).toBe(text)
      expect([...Buffer.from(written, encoding)]).toEqual([...NodeBuffer.from(text)])
    }
  })

  it('param: takes bytes, and base64 of the kind for addresses', () => {
    expect(Buffer.from([1, 255]).toString('hex')).toBe('01ff')
    expect([...Buffer.from('-_8', 'base64')]).toEqual([251, 255])
  })
})
