// Checks that the lock file installs on every platform from any registry.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Entries that name a host to fetch from: a lock must install from whichever registry its reader uses. */
export function foreignEntries(packages) {
  return Object.entries(packages)
    .filter(([, { resolved }]) => typeof resolved === 'string' && /^[a-z+]+:\/\//i.test(resolved))
    .map(([path, { resolved }]) => `${path} is bound to ${new URL(resolved).host}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const problems = foreignEntries(packages)
  const complete = spawnSync(process.execPath, [join(root, 'tools/complete-lock.mjs'), '--check'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (complete.status !== 0) problems.push(complete.stderr.trim())
  const dry = spawnSync('npm', ['ci', '--dry-run', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (dry.status !== 0) problems.push(dry.stderr.trim())
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length ? 1 : 0
}
