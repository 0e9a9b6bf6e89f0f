import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** What a child writes, one JSON object a line. */
export type Said = { readonly [key: string]: unknown }

/** A program in a process of its own, made to be killed. */
export type Child = {
  pid: number
  /** Everything it said until now, in order. */
  said: readonly Said[]
  /** Waits until it says something that fits; throws with its complaints when it ends before. */
  until(fits: (said: Said) => boolean): Promise<Said>
  /** Gives it a line to read. */
  tell(line: string): void
  /** Kills it without a word of warning, and waits until all that it had said is read. */
  kill(): Promise<void>
}

/** Runs a file of this folder from its source, or a built one by its whole path. */
export function startChild(file: string, args: readonly string[]): Child {
  const loader = join(createRequire(import.meta.url).resolve('tsx/package.json'), '../dist/loader.mjs')
  const fromSource = ['--conditions=@latchkey/source', '--import', pathToFileURL(loader).href]
  const program = isAbsolute(file) ? [file] : [...fromSource, fileURLToPath(new URL(file, import.meta.url))]
  const child = spawn(process.execPath, [...program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  const said: Said[] = []
  const complaints: string[] = []
  const waiting = new Set<() => void>()
  // Who is killed reads no more.
  child.stdin.on('error', () => {})
  let rest = ''
  let ended = false
  const tell = () => {
    for (const look of waiting) look()
  }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    said.push(...lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Said))
    tell()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text))
  // What the killed one started may still hold its pipes, so its exit is waited for and not their end.
  const gone = new Promise<void>((resolve) =>
    child.once('exit', () =>
      setTimeout(() => {
        ended = true
        child.stdin.destroy()
        child.stdout.destroy()
        child.stderr.destroy()
        tell()
        resolve()
      }, 50),
    ),
  )
  return {
    pid: child.pid ?? 0,
    said,
    until: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = said.find(fits)
          if (!found && !ended) return
          waiting.delete(look)
          if (found) resolve(found)
          else reject(new Error(`${file} ended (${child.exitCode ?? child.signalCode})\n${complaints.join('')}`))
        }
        waiting.add(look)
        look()
      }),
    tell: (line) => void child.stdin.write(`${line}\n`),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
