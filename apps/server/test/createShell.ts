import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs blocks of commands of a page in the root of the project. */
export type Shell = {
  /** Runs a block as it stands, and fails with what it said when one of its commands does. */
  run(block: string): Promise<string>
  /** Starts the block that begins servers, waits until that many say where they are, and fails when one ends before. */
  start(block: string, servers: number): Promise<void>
  /** Where one of them ended and took the shell along, the others live on; the last to end closes what they all write to. */
  end(): Promise<void>
}

/**
 * Makes a shell for the commands of a page.
 *
 * @param fill - Puts what the reader would in the place of the page's names.
 * @param env - The environment of the commands.
 */
export function createShell(fill: (block: string) => string, env: { [name: string]: string }): Shell {
  let servers: ChildProcess | undefined
  return {
    run(block) {
      return new Promise((resolve, reject) => {
        execFile('bash', ['--norc', '-euo', 'pipefail', '-c', fill(block)], { cwd: root, env }, (error, out, err) =>
          error ? reject(new Error(`${block}\n${out}${err}`)) : resolve(out),
        )
      })
    },
    async start(block, count) {
      const child = spawn('bash', ['--norc', '-c', `${fill(block)}\nwait -n`], { cwd: root, env, detached: true })
      servers = child
      let said = ''
      const ended = new Promise<never>((_, reject) => child.once('exit', () => reject(new Error(said))))
      ended.catch(() => undefined)
      const ready = new Promise<void>((resolve) => {
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk) => {
            said += chunk
            if (said.match(/Latchkey server on/g)?.length === count) resolve()
          })
      })
      await Promise.race([ready, ended])
    },
    async end() {
      if (servers?.pid === undefined || servers.stdout?.closed) return
      process.kill(-servers.pid)
      await new Promise((resolve) => servers?.once('close', resolve))
    },
  }
}
