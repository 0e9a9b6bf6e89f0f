// `npm run bench`: runs what measures, prints each figure beside its budget, keeps the results in bench/results/.
// A word picks entries: `npm run bench -- rpc-proxy`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireNode } from './prepare.mjs'

requireNode()
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
// Every file that stands directly in bench/ is an entry; what they share is in folders.
const entries = existsSync(join(root, 'bench'))
  ? readdirSync(join(root, 'bench'))
      .filter((name) => /\.(ts|mjs)$/.test(name) && !/\.test\.ts$/.test(name))
      .sort()
  : []
const nameOf = (entry) => entry.replace(/\.(ts|mjs)$/, '')
const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !entries.some((entry) => nameOf(entry) === name))
if (unknown.length || entries.length === 0) {
  console.error(`There is no bench ${unknown.join(', ')}. Entries: ${entries.map(nameOf).join(', ') || 'none'}`)
  process.exit(1)
}

mkdirSync(join(root, 'bench/results'), { recursive: true })
const failed = []
for (const entry of entries) {
  if (chosen.length && !chosen.includes(nameOf(entry))) continue
  console.log(`\n── ${nameOf(entry)}`)
  const args = ['--conditions=@latchkey/source', '--import', 'tsx', join('bench', entry)]
  if (spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status !== 0) failed.push(nameOf(entry))
}

const results = readdirSync(join(root, 'bench/results')).filter((name) => name.endsWith('.json'))
console.log(`\nResults: ${results.map((name) => `bench/results/${name}`).join(', ') || 'none'}`)
if (failed.length) console.error(`Failed or over budget: ${failed.join(', ')}`)
process.exit(failed.length ? 1 : 0)
