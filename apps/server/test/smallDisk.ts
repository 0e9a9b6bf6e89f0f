import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts a small disk, to be filled; undefined where this machine does not allow it. */
export function smallDisk(): { path: string; remove(): void } | undefined {
  const path = mkdtempSync(join(tmpdir(), 'latchkey-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=112m,mode=0755', 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmSync(path, { recursive: true })
    return undefined
  }
  return {
    path,
    remove() {
      execFileSync('umount', ['-l', path], { stdio: 'ignore' })
      rmSync(path, { recursive: true, force: true })
    },
  }
}
