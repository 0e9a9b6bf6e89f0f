import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromBase64Url, toBase64Url } from './bytes.js'

it('writes what Node writes and reads it back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes)
    }),
  )
})

it.each(['a', 'ab=', 'a+bc', 'aé', 'QQ==', 'QR', 'abcde', ' '])('refuses %j, which nobody writes', (text) => {
  expect(() => fromBase64Url(text)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
})
