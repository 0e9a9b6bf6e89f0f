import { describe, expect, it } from 'vitest'
import { lazyStrings } from '../screens/lazyStrings.js'
import { strings as screenStrings } from '../screens/strings.js'
import { strings } from './strings.js'

/** Every text, those that are written with a word of their own too. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String(value('word', 'word'))]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

describe('the texts of the wallet', () => {
  it('end no line within e-mail, where they are long enough to wrap', () => {
    const texts = [strings, screenStrings, lazyStrings].flatMap(textsOf)
    expect(texts.length).toBeGreaterThan(150)
    expect(texts.filter((text) => text.length > 30 && / e-mail/.test(text))).toEqual([])
  })
})
