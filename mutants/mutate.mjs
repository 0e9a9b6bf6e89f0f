import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mutants } from './list.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Reads a file of the list with one of its decisions changed.
 *
 * @param {string} id - The id of the mutant.
 * @param {string} [code] - The file as it is; read from disk when absent.
 * @returns Its path, and its text with the change.
 * @throws Error that says which line of the list does not fit the file any more.
 */
export function mutate(id, code) {
  const mutant = mutants.find((each) => each.id === id)
  if (!mutant) throw new Error(`mutants/list.mjs has no mutant '${id}'`)
  const list = `mutants/${mutant.file.startsWith('apps/server/') ? 'serverList' : 'list'}.mjs`
  const path = join(root, mutant.file)
  if (!existsSync(path))
    throw new Error(`'${id}' in ${list} does not fit: ${mutant.file} is gone. Name the file that decides it now.`)
  let text = code ?? readFileSync(path, 'utf8')
  for (const [from, to] of mutant.changes) {
    const found = text.split(from).length - 1
    if (found !== 1)
      throw new Error(
        `'${id}' in ${list} does not fit: ${mutant.file} has this text ${found} times, and must have it once. Name the line that decides it now: ${from}`,
      )
    text = text.replace(from, () => to)
  }
  return { path, text }
}

/**
 * Has Vite load the file of the mutant that LATCHKEY_MUTANT names as if the change stood in it; nothing is written.
 *
 * @returns {import('vite').Plugin}
 */
export function mutation() {
  return {
    name: 'mutation',
    enforce: 'pre',
    transform(code, module) {
      const mutant = mutants.find(({ id }) => id === process.env.LATCHKEY_MUTANT)
      if (mutant === undefined || module.split('?')[0] !== join(root, mutant.file)) return undefined
      return { code: mutate(mutant.id, code).text, map: null }
    },
  }
}
