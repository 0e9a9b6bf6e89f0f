import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { shiftClock } from '../../apps/server/test/shiftClock.js'

/** A process that is started again whenever it ends, as a service manager does. */
export type Supervised = {
  /** Kills it without a word of warning. */
  kill(): void
  /** Resolves once it says that it listens. */
  ready(): Promise<void>
  /** Kills it and starts it with a clock that is this many milliseconds ahead. */
  shiftClock(ahead: number): Promise<void>
  /** How often it ended by itself, and what it said last. */
  readonly failures: readonly string[]
  stop(): Promise<void>
}

const pause = 500

/** Starts a built server with settings and arguments of its own. */
export async function startSupervised(
  program: string,
  options: { env: { readonly [name: string]: string }; args: readonly string[] },
): Promise<Supervised> {
  const failures: string[] = []
  let [ahead, isUp, isOver, isKilled] = [0, false, false, false]
  let child = begin()
  let life = follow()

  function begin() {
    const flags = ahead === 0 ? [] : ['--import', shiftClock(ahead)]
    return spawn(process.execPath, [...flags, program, ...options.args], {
      env: { PATH: process.env.PATH, LATCHKEY_LOG_LEVEL: 'silent', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** Waits for its end, and starts it again. */
  async function follow(): Promise<void> {
    const own = child
    let said = ''
    isKilled = false
    for (const stream of [own.stdout, own.stderr])
      stream.on('data', (chunk) => {
        said += chunk
        if (said.includes('Latchkey server on') && !isKilled) isUp = true
      })
    await new Promise((resolve) => own.once('close', resolve))
    isUp = false
    if (isOver) return
    if (!isKilled) failures.push(said)
    await sleep(pause)
    if (isOver) return
    child = begin()
    life = follow()
  }

  async function ready(): Promise<void> {
    while (!isUp) await sleep(20)
  }
  function kill(): void {
    isKilled = true
    isUp = false
    child.kill('SIGKILL')
  }
  await ready()

  return {
    failures,
    kill,
    ready,
    async shiftClock(next) {
      ahead = next
      kill()
      await ready()
    },
    async stop() {
      isOver = true
      kill()
      await life
    },
  }
}
