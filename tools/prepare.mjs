// What every command needs before it starts: a Node that is new enough and the dependencies that the lock names. This file
// must parse on old Nodes and import nothing that has to be installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const wanted = [20, 19]

/** Ends the process with a sentence when Node is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return
  console.error(
    `Latchkey needs Node ${wanted.join('.')} or newer; this is ${process.versions.node}. Get one from nodejs.org.`,
  )
  process.exit(1)
}

/**
 * Tells why the installed packages are not those of the lock.
 *
 * @param {string} root - The folder of the project.
 * @returns {string | undefined} The reason; undefined when all is as it should be.
 */
export function staleReason(root) {
  const installedLock = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedLock)) return 'nothing is installed yet'
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages
  for (const [path, entry] of Object.entries(locked)) {
    if (entry.link && !existsSync(join(root, path))) return `${path.replace(/^.*node_modules\//, '')} is not linked`
    // Packages of other platforms and of the workspace itself are not expected there.
    if (!path.includes('node_modules/') || entry.link || entry.optional || entry.devOptional || entry.peer) continue
    if (installed[path]?.version !== entry.version)
      return `${path.replace(/^.*node_modules\//, '')} is not at ${entry.version}`
  }
  return undefined
}

/** Installs the dependencies when they are missing or not those of the lock; ends the process when that fails. */
export function installDependencies(root) {
  const reason = staleReason(root)
  if (reason === undefined) return
  console.log(`Installing dependencies (${reason})`)
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  console.error('The dependencies could not be installed: see above.')
  process.exit(status ?? 1)
}
