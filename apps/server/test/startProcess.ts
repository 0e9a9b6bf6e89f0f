import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A server in a process of its own. */
export type ServerProcess = {
  child: ChildProcess
  /** What it said so far. */
  said(): string
  /** Resolves with the signal or the code that it ended by. */
  ended: Promise<string | number | null>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts `latchkey-server` from its source and waits until it says where it is, or has ended. */
export async function startProcess(
  env: { [name: string]: string },
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--conditions=@latchkey/source', '--import', 'tsx', main, ...args], {
    env: { PATH: process.env.PATH, LATCHKEY_LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const ended = new Promise<string | number | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  )
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
        if (/Latchkey server on/.test(said)) resolve()
      })
  })
  await Promise.race([ready, ended])
  return {
    child,
    said: () => said,
    ended,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
}

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
