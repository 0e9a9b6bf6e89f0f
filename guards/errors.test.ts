import { readFileSync } from 'node:fs'
import { errorCodes } from '@latchkey/protocol/errors'
import { describe, expect, it } from 'vitest'

const page = readFileSync('docs/errors.md', 'utf8')
const sections = new Map(
  page
    .split(/^#{2,3} (?=[A-Z_]+$)/m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
)

describe('docs/errors.md', () => {
  it.each(errorCodes)('%s says what happened, what is safe and what to do', (code) => {
    const text = sections.get(code) ?? ''
    for (const part of ['What happened', 'What is safe', 'What to do'])
      expect(text).toMatch(new RegExp(`\\*\\*${part}\\.\\*\\* \\S`))
  })

  it('has no section for a code that does not exist, in the order of the catalogue', () => {
    expect([...sections.keys()]).toEqual([...errorCodes])
  })
})
