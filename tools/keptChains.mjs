// Where the tests keep what the contracts of the local chains come to: made once for each state of their sources, and each day,
// so that no test meets blocks older than that. Deploying them is most of what a start of the chains costs, and nothing else differs.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const sources = join(root, 'apps/devnet/src')
const cache = join(root, 'node_modules/.cache/latchkey-chains')

/** The folder for the sources as they are now; what is there for others is deleted. */
export function keptChains() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const files = readdirSync(sources, { recursive: true }).map(String)
  for (const file of files.filter((name) => /(?<!\.test)\.ts$/.test(name)).sort())
    hash.update(`${file}\n`).update(readFileSync(join(sources, file)))
  const name = `${new Date().toISOString().slice(0, 10)}-${hash.digest('hex').slice(0, 16)}`
  for (const other of existsSync(cache) ? readdirSync(cache) : [])
    if (other !== name) rmSync(join(cache, other), { recursive: true, force: true })
  return join(cache, name)
}
