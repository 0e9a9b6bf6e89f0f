import { describe, expect, it } from 'vitest'
import { defaultLook } from '../look/defaultLook.js'
import { highlight } from './highlight.js'
import { shortCode } from './shortCode.js'

const join = (code: string) =>
  highlight(code)
    .map(({ text }) => text)
    .join('')

describe('highlight', () => {
  it.each([
    shortCode(defaultLook),
    '',
    'a',
    "'open string",
    '// note\nconst a = 1_000n // end',
    '<App.Part a={`x`} />',
  ])('loses and adds nothing: %j', (code) => {
    expect(join(code)).toBe(code)
  })

  it('knows keywords, texts, components, numbers and comments', () => {
    const kinds = highlight("const a = <ConnectButton size='lg' /> // 1").filter(({ kind }) => kind !== 'plain')
    expect(kinds).toEqual([
      { kind: 'keyword', text: 'const' },
      { kind: 'name', text: 'ConnectButton' },
      { kind: 'text', text: "'lg'" },
      { kind: 'comment', text: '// 1' },
    ])
    expect(highlight('id: 31337')).toContainEqual({ kind: 'number', text: '31337' })
  })

  it('does not take the address in a text for a comment, nor a part of a name for a keyword', () => {
    expect(highlight("'http://a'")).toEqual([{ kind: 'text', text: "'http://a'" }])
    expect(highlight('constant')).toEqual([{ kind: 'plain', text: 'constant' }])
  })
})
