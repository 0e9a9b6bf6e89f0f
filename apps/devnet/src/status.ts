import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of the local world. */
export const services = [
  'web',
  'server',
  'frame',
  'inbox',
  'wallet',
  'phone',
  'socials',
  'provider',
  'chain31337',
  'chain31338',
  'solana',
  'bitcoin',
  'polkadot',
  'cosmos',
] as const

/** The name of a part. */
export type Service = (typeof services)[number]

/** The phase of a part. */
export type ServiceState = 'waiting' | 'starting' | 'building' | 'ready' | 'failed' | 'stopping' | 'stopped' | 'off'

/** The state of a part. */
export type ServiceStatus = { url: string | null; pid: number | null; state: ServiceState }

/** What is known of all parts; `ready` once each that is wanted is. */
export type Status = { ready: boolean } & { readonly [service in Service]: ServiceStatus }

/** Keeps the status of a start and writes it to a file and to listeners. */
export type StatusStore = {
  get(): Status
  set(service: Service, change: Partial<ServiceStatus>): void
}

/**
 * Keeps the status of a start in `status.json`, which is always a whole file: each change replaces it at once.
 *
 * @param dir - The folder of the start.
 * @param changed - Hears of each change.
 */
export function createStatus(dir: string, changed: (status: Status) => void = () => {}): StatusStore {
  let status = Object.fromEntries([
    ['ready', false],
    ...services.map((name) => [name, { url: null, pid: null, state: 'waiting' } satisfies ServiceStatus]),
  ]) as Status
  const publish = () => {
    writeStatus(dir, status)
    changed(status)
  }
  publish()
  return {
    get: () => status,
    set(service, change) {
      const next = { ...status, [service]: { ...status[service], ...change } }
      const ready = services.every((name) => next[name].state === 'ready' || next[name].state === 'off')
      status = { ...next, ready }
      publish()
    },
  }
}

/** Reads the status that a start left; undefined when there is none or it cannot be read. */
export function readStatus(dir: string): Status | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, 'status.json'), 'utf8')) as Status
  } catch {
    return undefined
  }
}

function writeStatus(dir: string, status: Status): void {
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'status.json')
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(status, null, 2)}\n`)
  renameSync(`${file}.${process.pid}`, file)
}
