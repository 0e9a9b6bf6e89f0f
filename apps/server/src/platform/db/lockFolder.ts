import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { LatchkeyError } from '@latchkey/protocol/errors'

type Holder = { pid: number; started: string; token: string }

/**
 * Takes a folder for this process alone: the embedded database would be damaged by two.
 *
 * @param folder - An existing folder.
 * @returns A function that gives the folder free again.
 * @throws LatchkeyError INVALID_CONFIG when a living process has it; the lock of a dead one is taken over.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const lock = `${folder}/latchkey.lock`
  const mine: Holder = { pid: process.pid, started: startOf(process.pid), token: randomUUID() }
  const draft = `${lock}.${mine.token}`
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    if (!link(draft, lock)) {
      const holder = read(lock)
      if (holder && isAlive(holder)) throw inUse(folder, holder)
      const stale = `${lock}.stale.${mine.token}`
      try {
        renameSync(lock, stale)
        rmSync(stale)
      } catch {
        // Another process removed it first; the link below decides who wins.
      }
      if (!link(draft, lock)) throw inUse(folder, read(lock))
    }
  } finally {
    rmSync(draft, { force: true })
  }
  // Two processes that found the same stale lock may both have removed one; a moment later only one token is left.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const holder = read(lock)
  if (holder?.token !== mine.token) throw inUse(folder, holder)
  return () => {
    if (read(lock)?.token === mine.token) rmSync(lock, { force: true })
  }
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(path: string): Holder | undefined {
  try {
    const { pid, started, token } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    return typeof pid === 'number' && typeof started === 'string' && typeof token === 'string'
      ? { pid, started, token }
      : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  // In a restarted container the same number belongs to a new process.
  return startOf(pid) === started
}

/** The start time of a process by the kernel's clock; empty where unknown. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function inUse(folder: string, holder: Holder | undefined): LatchkeyError {
  const by = holder ? `process ${holder.pid}` : 'another process'
  return new LatchkeyError('INVALID_CONFIG', `The data folder ${folder} is in use by ${by}`, {
    hints: ['Stop the other server, or set LATCHKEY_DATA_DIR to another folder, or use PostgreSQL by DATABASE_URL.'],
  })
}
