import { type ChildProcess, spawn } from 'node:child_process'
import { readStatus, type Status } from '../src/status.js'
import { builtDevnet } from './builtDevnet.js'

/** A start in a process of its own. */
export type StartedMain = {
  child: ChildProcess
  /** Everything it wrote. */
  text(): string
  /** The code it ended with; a signal's name when it was killed. */
  exit: Promise<number | string>
}

/** Runs `main.ts`, built, as `npm start` does, with a channel to this process. */
export async function startMain(dir: string, args: readonly string[] = []): Promise<StartedMain> {
  const child = spawn(process.execPath, [await builtDevnet(), '--dir', dir, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const written: string[] = []
  child.stdout?.on('data', (text: Buffer) => written.push(text.toString()))
  child.stderr?.on('data', (text: Buffer) => written.push(text.toString()))
  return {
    child,
    text: () => written.join(''),
    exit: ended(child),
  }
}

/** Waits until the start says in its folder that it is ready. */
export async function untilReady(dir: string, started: StartedMain): Promise<Status> {
  let ended = false
  void started.exit.then(() => {
    ended = true
  })
  for (;;) {
    const status = readStatus(dir)
    // A status of an earlier start has other processes.
    if (status?.ready && status.server.pid === started.child.pid) return status
    if (ended) throw new Error(`It ended before it was ready\n${started.text()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

// A child whose channel was closed by this side never says 'close', so its parts are waited for one by one.
async function ended(child: ChildProcess): Promise<number | string> {
  const streams = [child.stdout, child.stderr].map((stream) => new Promise((resolve) => stream?.once('close', resolve)))
  const how = await new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'gone')),
  )
  await Promise.all(streams)
  return how
}
