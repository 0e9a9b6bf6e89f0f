import { LatchkeyError } from '@latchkey/protocol/errors'
import { type Service, type ServiceStatus, type StatusStore, services } from '../status.js'

/** A running part of the local environment. */
export type Running = { url: string; stop(): Promise<void> }

/** The parts of one start: each begins, is ready, and is ended with the others. */
export type Parts = {
  /** Aborts when the start is to end. */
  readonly signal: AbortSignal
  /** Starts a part of this process, which is ready then. */
  start<running extends Running>(name: Service, start: () => Promise<running>): Promise<running>
  /** Starts what says itself that it is ready, or only part of a part, such as its build. */
  begin<value>(names: readonly Service[], start: () => Promise<value>): Promise<value>
  /** A part is there, under an address and in a process, and ends by a call. */
  ready(name: Service, running: Running, pid?: number): void
  /** A part is built from its sources. */
  building(name: Service): void
  /** A part is not wanted, or cannot run here. */
  off(name: Service): void
  /** Reports from now on when parts in processes of their own are gone. */
  watch(): void
  /** @throws LatchkeyError ABORTED when the start is to end. */
  checkAborted(): void
  /** Ends everything. May be called twice. */
  stop(): Promise<void>
}

/**
 * Creates the parts of one start.
 *
 * @param options - The status, the callback for errors, the signal that ends the start, and the callback after everything has ended.
 * @returns The parts; none has begun.
 */
export function createParts(options: {
  status: StatusStore
  log: (line: string) => void
  signal: AbortSignal | undefined
  stopped: () => void
}): Parts {
  const { status, log, signal, stopped } = options
  const aborter = new AbortController()
  const abort = () => aborter.abort()
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  const stops: { name: Service; stop: () => Promise<void> }[] = []
  const begun: Promise<unknown>[] = []
  let watching: NodeJS.Timeout | undefined
  let stopping: Promise<void> | undefined

  async function begin<value>(names: readonly Service[], start: () => Promise<value>): Promise<value> {
    for (const name of names) status.set(name, { state: 'starting' })
    const started = start()
    begun.push(started)
    try {
      return await started
    } catch (error) {
      if (!aborter.signal.aborted) for (const name of names) status.set(name, { state: 'failed' })
      throw error
    }
  }

  function ready(name: Service, { url, stop }: Running, pid = process.pid): void {
    stops.push({ name, stop })
    status.set(name, { url, pid, state: 'ready' })
  }

  async function end(): Promise<void> {
    clearInterval(watching)
    signal?.removeEventListener('abort', abort)
    abort()
    // A part that is still on its way is waited for, so that it can be ended.
    await Promise.allSettled(begun)
    for (const { name } of stops) status.set(name, { state: 'stopping' })
    // The page first and the nodes last, so that no request hits a stopped node.
    for (const { name, stop } of stops.reverse()) {
      await stop().catch((error: unknown) => log(`${name} did not end well: ${String(error)}`))
      status.set(name, { state: 'stopped', pid: null })
    }
    for (const name of services) {
      if (!['off', 'failed'].includes(status.get()[name].state)) status.set(name, { state: 'stopped', pid: null })
    }
    stopped()
  }

  return {
    signal: aborter.signal,
    start: (name, start) =>
      begin([name], async () => {
        const running = await start()
        ready(name, running)
        return running
      }),
    begin,
    ready,
    building: (name) => status.set(name, { state: 'building' }),
    off: (name) => status.set(name, { state: 'off' }),
    watch() {
      watching = setInterval(() => {
        for (const name of services) {
          if (isGone(status.get()[name])) status.set(name, { state: 'failed', pid: null })
        }
      }, 1000).unref()
    },
    checkAborted() {
      if (aborter.signal.aborted) throw new LatchkeyError('ABORTED', 'The start was aborted')
    },
    stop() {
      stopping ??= end()
      return stopping
    },
  }
}

function isGone({ pid, state }: ServiceStatus): boolean {
  if (state !== 'ready' || pid === null || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}
