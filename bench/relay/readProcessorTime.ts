import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the clock that Linux counts processor time in, by second. */
const ticks = 100

/**
 * Reads how much processor time a process and its children have had, those that have ended too.
 *
 * @param parent - The id of the process.
 * @returns Microseconds.
 */
export function readProcessorTime(parent: number): number {
  let sum = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = readFields(name)
    const isParent = Number(name) === parent
    if (!isParent && Number(fields[1]) !== parent) continue
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
    sum += user + system + (isParent ? endedUser + endedSystem : 0)
  }
  return (sum / ticks) * 1_000_000
}

/** What stands behind the name of a process, which may hold anything: its state, its parent and so on. */
function readFields(id: string): string[] {
  try {
    const line = readFileSync(`/proc/${id}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
