import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The system's facts of a process; a field is undefined where unknown. */
export type ProcessFacts = { command: string | undefined; parent: number | undefined }

/** Reads the command line and the parent of a process; undefined when it does not run (or is a zombie). */
export function processFacts(pid: number): ProcessFacts | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Not allowed to signal it: it lives, but it is not ours.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  if (process.platform === 'linux') return linuxFacts(pid)
  if (process.platform === 'win32') return { command: undefined, parent: undefined }
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const [, parent, command] = /^(\d+)\s+(.*)$/s.exec(line) ?? []
    return { command, parent: parent === undefined ? undefined : Number(parent) }
  } catch {
    return { command: undefined, parent: undefined }
  }
}

function linuxFacts(pid: number): ProcessFacts | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    // The name in brackets may itself hold spaces and brackets, so what follows the last bracket is read.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? undefined : { command, parent: Number(parent) }
  } catch {
    return undefined
  }
}
