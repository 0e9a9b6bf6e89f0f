import { freePort } from '../chains/freePort.js'

/**
 * Finds the wanted port or the next free one after it.
 *
 * @param wanted - The port to try first; 0 means any.
 * @param taken - Ports that are promised already.
 */
export async function nextFreePort(wanted: number, taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let port = wanted; wanted !== 0 && port < wanted + 50 && port < 65_536; port++) {
    if (!taken.has(port) && (await freePort(port)) === port) return port
  }
  return freePort(0)
}
