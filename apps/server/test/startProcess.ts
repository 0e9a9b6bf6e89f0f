import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { builtServer } from './builtServer.js'
import { layCluster } from './layCluster.js'

/** A server in a process of its own. */
export type ServerProcess = {
  child: ChildProcess
  /** What it said so far. */
  said(): string
  /** Resolves with the signal or the code that it ended by. */
  ended: Promise<string | number | null>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts `latchkey-server` as it is built from its sources and waits until it says where it is, or has ended. */
export async function startProcess(
  env: { [name: string]: string },
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const { DATABASE_URL, LATCHKEY_DATA_DIR } = env
  if (LATCHKEY_DATA_DIR !== undefined && DATABASE_URL === undefined && args.length === 0)
    await layCluster(LATCHKEY_DATA_DIR)
  const child = spawn(process.execPath, [await builtServer(), ...args], {
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
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    // Of those that systems give to nobody who asks for any: it is still free when a process that was started with it is up.
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
  throw new Error('No port is free')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
