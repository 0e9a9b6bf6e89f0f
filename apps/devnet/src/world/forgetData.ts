import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { endOrphan } from '../chains/orphan.js'

/** Deletes what a start keeps, and nothing else that may lie in the folder. */
export async function forgetData(dir: string, log: (line: string) => void): Promise<void> {
  // A node whose record is deleted could not be found any more.
  for (const chainId of [31337, 31338]) await endOrphan(join(dir, 'chains', `${chainId}.pid`), log)
  for (const name of ['chains', 'db', 'socials.json', 'status.json'])
    rmSync(join(dir, name), { recursive: true, force: true })
}
