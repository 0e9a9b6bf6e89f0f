import { describe, expect, it } from 'vitest'
import { publicEntryPoints } from './docstrings.js'
import { readSource } from './imports.js'

type Retired = { readonly word: string; readonly instead: string; readonly stays: readonly string[] }

/** The second table of docs/glossary.md. */
function retired(): Retired[] {
  const [, table = ''] = readSource('.', 'docs/glossary.md').split('## Retired')
  return [...table.matchAll(/^\| `(\w+)` \| `(\w+)` \| (.*)\|$/gm)].map(([, word = '', instead = '', rest = '']) => ({
    word,
    instead,
    stays: [...rest.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  }))
}

/** The names that an entry point offers, as they stand in it. */
function namesOf(text: string): string[] {
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','))
  const own = [...text.matchAll(/^export (?:async )?(?:function|const|class|type|interface) (\w+)/gm)]
  return [
    ...lists.map((item) =>
      item
        .trim()
        .replace(/^type /, '')
        .replace(/^.* as /, ''),
    ),
    ...own.map(([, name = '']) => name),
  ].filter((name) => name !== '')
}

/** `Network` is a part of `SwitchNetworkParameters`; an action or a type of more than one word is meant as a whole. */
function isRetired(name: string, { word, stays }: Retired): boolean {
  if (stays.includes(name)) return false
  return /^network$/i.test(word) ? new RegExp(`${word}s?(?![a-z])`).test(name) : name === word
}

function complaints(entryPoint: string, text: string, words: readonly Retired[]): string[] {
  return namesOf(text).flatMap((name) =>
    words.filter((word) => isRetired(name, word)).map(({ instead }) => `${entryPoint}: ${name}, say ${instead}`),
  )
}

describe('glossary', () => {
  it.each(publicEntryPoints())('%s offers no name that is retired', (entryPoint) => {
    expect(complaints(entryPoint, readSource('.', entryPoint), retired())).toEqual([])
  })

  it('would see one, alone and in a longer name', () => {
    const text = "export { type SwitchNetworkParameters, x as networks, Networking, BitcoinNetwork } from './a.js'\n"
    expect(
      complaints('entryPoint', `${text}export function useAccount() {}\nexport type Session = 1\n`, retired()),
    ).toEqual([
      'entryPoint: SwitchNetworkParameters, say Chain',
      'entryPoint: networks, say chain',
      'entryPoint: useAccount, say useConnection',
      'entryPoint: Session, say WalletSession',
    ])
  })
})
