import type { Plugin } from 'vite'

/**
 * Writes the words of BIP-39 shorter into a build: each as how many letters it begins with like the one before it, and its others.
 * They are the largest part of the worker, and what reads them is one line.
 *
 * @returns The plugin; the pages and their workers each need one.
 * @throws Error when the list is not one of small letters, which is all that this can write.
 */
export function packWords(): Plugin {
  return {
    name: 'latchkey-words',
    apply: 'build',
    transform: {
      filter: { id: /@scure[\\/]bip39[\\/]wordlists[\\/]english\.js$/ },
      async handler() {
        const { wordlist } = await import('@scure/bip39/wordlists/english.js')
        if (!wordlist.every((word) => /^[a-z]+$/.test(word))) throw new Error('The list of words has changed its form')
        const packed = wordlist.map((word, at) => {
          const shared = sharedStart(wordlist[at - 1] ?? '', word)
          return `${shared}${word.slice(shared)}`
        })
        return `const read = (word = '') => '${packed.join('')}'.match(/\\d[a-z]*/g).map((each) => (word = word.slice(0, each[0]) + each.slice(1)))
export const wordlist = /* @__PURE__ */ read()`
      },
    },
  }
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < 9 && one[length] === other[length]) length++
  return length
}
