import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

/** Starts a screen that nobody sees, on a number that is free. */
export async function startDisplay(program: string): Promise<{ name: string; stop(): Promise<void> }> {
  const server = spawn(program, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  server.stderr?.on('data', (text) => said.push(String(text)))
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const number = await new Promise<string>((resolve, reject) => {
    let text = ''
    const pipe = server.stdio[3] as Readable
    pipe.on('data', (part) => {
      text += String(part)
      if (text.endsWith('\n')) resolve(text.trim())
    })
    server.once('error', reject)
    void ended.then(() => reject(new Error(`${program} ended at once: ${said.join('')}`)))
  })
  return {
    name: `:${number}`,
    async stop() {
      server.kill()
      await ended
    },
  }
}
