import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { processFacts } from '../chains/processFacts.js'
import { readStatus, services } from '../status.js'

type Holder = { pid: number; born: string | undefined }

/**
 * Takes a folder for one start. What a killed start left is taken over.
 *
 * @param dir - The folder.
 * @returns Gives the folder back.
 * @throws LatchkeyError INVALID_CONFIG when a living start has it, with where that one can be reached.
 */
export function takeFolder(dir: string): () => void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const file = join(dir, 'lock')
  const mine = JSON.stringify({ pid: process.pid, born: bornAt(process.pid) } satisfies Holder)
  for (let attempt = 1; ; attempt++) {
    try {
      // Only one of two starts at the same moment can make the file.
      writeFileSync(file, mine, { flag: 'wx' })
      return () => {
        if (readText(file) === mine) rmSync(file, { force: true })
      }
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 5) throw cause
    }
    const text = readText(file)
    const holder = parseHolder(text)
    if (holder && isAlive(holder)) throw taken(dir, holder.pid)
    if (readText(file) === text) rmSync(file, { force: true })
  }
}

function taken(dir: string, pid: number): LatchkeyError {
  const status = readStatus(dir)
  const urls = services.flatMap((name) => (status?.[name].url ? [`${name} ${status[name].url}`] : []))
  return new LatchkeyError('INVALID_CONFIG', `Latchkey already runs in ${dir} (process ${pid})`, {
    hints: [
      ...(urls.length ? [`It is here: ${urls.join(', ')}`] : []),
      'Stop it with Ctrl-C in its terminal, or give this start another folder with --dir.',
    ],
  })
}

function isAlive({ pid, born }: Holder): boolean {
  if (pid === process.pid) return born === bornAt(pid)
  if (processFacts(pid) === undefined) return false
  const now = bornAt(pid)
  // Process ids are reused; the start time identifies the process that locked the folder.
  return born === undefined || now === undefined || born === now
}

/** A mark of the moment a process began, in the words of this system; undefined where the system does not tell. */
function bornAt(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
    }
    if (process.platform === 'win32') return undefined
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

function parseHolder(text: string | undefined): Holder | undefined {
  try {
    const { pid, born } = JSON.parse(text ?? '') as { pid?: unknown; born?: unknown }
    if (!Number.isSafeInteger(pid) || Number(pid) <= 0) return undefined
    return { pid: Number(pid), born: typeof born === 'string' ? born : undefined }
  } catch {
    return undefined
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
