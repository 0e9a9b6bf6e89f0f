import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './startProcess.js'

/** A real service for one test file. */
export type Service = {
  url: string
  stop(): Promise<void>
  /** What can be done to it where it was started here. */
  own?: OwnService
}

/** A service that can be taken away for a while. */
export type OwnService = {
  /** Stops its processes as they are: what asks them waits. */
  pause(): void
  goOn(): void
  /** Ends it, at once with `SIGKILL` or in order with `SIGTERM`. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

/** A Redis: the one that TEST_REDIS_URL names, or one that is started from a `redis-server` in the path. */
export async function findRedis(): Promise<Service | undefined> {
  const given = process.env.TEST_REDIS_URL
  if (given) return { url: given, stop: async () => undefined }
  const binary = (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, 'redis-server'))
    .find(existsSync)
  if (binary === undefined) return undefined
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const own = await run(() => spawn(binary, args, { stdio: 'ignore' }), { ready: (child) => answering(child, port) })
  return { url: `redis://127.0.0.1:${port}`, own, stop: () => own.end('SIGTERM') }
}

/** What is thrown away need not be on the disk. */
const withoutSync = ['-F']

/**
 * A PostgreSQL: the one that TEST_DATABASE_URL names, or a throw-away cluster made with an installed `initdb`, in a folder of `place`
 * and started with flags.
 */
export async function findPostgres(
  place = tmpdir(),
  flags: readonly string[] = withoutSync,
): Promise<Service | undefined> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => undefined }
  const packaged = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
    : []
  const bin = [...(process.env.PATH ?? '').split(':'), ...packaged].find((folder) => existsSync(join(folder, 'initdb')))
  const user = bin === undefined ? undefined : postgresUser()
  if (bin === undefined || user === undefined) return undefined
  const folder = mkdtempSync(join(place, 'latchkey-postgres-'))
  const data = join(folder, 'data')
  chmodSync(folder, 0o755)
  chownSync(folder, user.uid, user.gid)
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'latchkey', '-A', 'trust', '--no-sync'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const port = await freePort()
  const url = `postgres://latchkey@127.0.0.1:${port}/postgres`
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...flags]
  const own = await run(() => spawn(join(bin, 'postgres'), args, { ...user, cwd: folder, stdio: 'ignore' }), {
    ready: async (child) => {
      await answering(child, port)
      await serving(url)
    },
    // It waits for its clients with SIGTERM, and its children live on with SIGKILL.
    signals: { SIGTERM: 'SIGINT', SIGKILL: 'SIGQUIT' },
  })
  return {
    url,
    own,
    async stop() {
      await own.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root, so root lends it the user that its package made. */
function postgresUser(): { uid: number; gid: number } | undefined {
  const [uid, gid] = [process.getuid?.() ?? -1, process.getgid?.() ?? -1]
  if (uid > 0) return { uid, gid }
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

/** Starts a program that can be taken away for a while. */
async function run(
  begin: () => ChildProcess,
  options: {
    ready: (child: ChildProcess) => Promise<void>
    signals?: { [name in 'SIGKILL' | 'SIGTERM']: NodeJS.Signals }
  },
): Promise<OwnService> {
  const { ready, signals = { SIGKILL: 'SIGKILL', SIGTERM: 'SIGTERM' } } = options
  let child: ChildProcess
  const own: OwnService = {
    pause: () => signalAll(child.pid, 'SIGSTOP'),
    goOn: () => signalAll(child.pid, 'SIGCONT'),
    end: (signal) => end(child, signals[signal]),
    async start() {
      child = begin()
      await ready(child)
    },
  }
  await own.start()
  return own
}

/** Sends a signal to a process and to its children, where the system tells them. */
function signalAll(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  process.kill(pid, signal)
  const children = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(children)) return
  // One may have ended since.
  for (const each of readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number))
    if (existsSync(`/proc/${each}`)) process.kill(each, signal)
}

async function answering(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`What should answer on port ${port} ended with ${child.exitCode ?? child.signalCode}`)
}

/** Its port is open before PostgreSQL lets anybody in. */
async function serving(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if ((error as { code?: unknown }).code !== '57P03') throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
