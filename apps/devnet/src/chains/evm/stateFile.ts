import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'

/**
 * Ensures that a chain's state file can be read before a node is started on it: a whole one is copied aside, a torn
 * one (power loss in the middle of a write) gives way to that copy.
 *
 * @param file - The state file.
 * @param log - Gets a line when something was mended.
 */
export function mendStateFile(file: string, log: (line: string) => void): void {
  const backup = `${file}.bak`
  if (existsSync(file) && !isWhole(file)) {
    renameSync(file, `${file}.broken`)
    log(`${file} could not be read and was put aside as ${file}.broken`)
    if (existsSync(backup)) {
      copyFileSync(backup, file)
      log(`the chain goes on from its last good start`)
    }
  }
  if (existsSync(file)) copyFileSync(file, backup)
  else rmSync(backup, { force: true })
}

function isWhole(file: string): boolean {
  if (statSync(file).size === 0) return false
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as { accounts?: unknown } | null
    return typeof state === 'object' && state !== null && typeof state.accounts === 'object'
  } catch {
    return false
  }
}
