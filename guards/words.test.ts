import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { readSource } from './imports.js'

/** The page that names the words, and this file, which tries the guard. */
const exempt = new Set(['docs/glossary.md', 'guards/words.test.ts'])

/** The third table of docs/glossary.md. */
function refused(): string[] {
  const [, table = ''] = readSource('.', 'docs/glossary.md').split('## Refused')
  return [...table.matchAll(/^\| `([\w ]+)` \| .+\|$/gm)].map(([, word = '']) => word)
}

/** Where a text uses one of the words: alone, or as a part of a name in camel case. */
function uses(path: string, text: string, words: readonly string[]): string[] {
  const either = words.map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`)
  const pattern = new RegExp(`(?<![a-zA-Z])(?:${either.join('|')})(?![a-z])`)
  return text.split('\n').flatMap((line, at) => {
    const [word] = pattern.exec(line) ?? []
    return word === undefined ? [] : [`${path}:${at + 1} says ${word}`]
  })
}

describe('plain words', () => {
  const words = refused()

  it('are used by every source, test and page', () => {
    expect(words.length).toBeGreaterThan(10)
    const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md'], { encoding: 'utf8' })
      .split('\n')
      .filter((path) => path !== '' && !exempt.has(path) && !path.startsWith('.changeset/'))
    expect(files.flatMap((path) => uses(path, readSource('.', path), words))).toEqual([])
  })

  it('would be missed, in a sentence and in a name', () => {
    expect(uses('a', '// Whoever asks\nconst patienceFor = 1\nconst preflights = 2\n', words)).toEqual([
      'a:1 says Whoever',
      'a:2 says patience',
    ])
  })
})
