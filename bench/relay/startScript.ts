import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A script that says a line and, for each line it is told, another; each line is JSON. */
export type RunningScript = {
  next(): Promise<unknown>
  /** Tells it an empty line and gives its answer. */
  ask(): Promise<unknown>
  end(): void
}

/**
 * Starts a script of this folder, or of the same folder in another checkout.
 *
 * @param script - Its name.
 * @param args - Its arguments.
 * @param options - Flags of Node, and the root of the checkout.
 * @returns The script.
 */
export function startScript(
  script: string,
  args: readonly string[],
  { flags = [], root }: { flags?: readonly string[]; root?: string | undefined } = {},
): RunningScript {
  const program = root === undefined ? fileURLToPath(new URL(script, import.meta.url)) : `${root}/bench/relay/${script}`
  const source = ['--conditions=@latchkey/source', '--import', 'tsx']
  const child = spawn(process.execPath, [...flags, ...source, program, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(root === undefined ? {} : { cwd: root }),
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${script} ended before it said anything`)
    return JSON.parse(value)
  }
  return {
    next,
    ask() {
      child.stdin.write('\n')
      return next()
    },
    end() {
      child.stdin.end()
    },
  }
}
