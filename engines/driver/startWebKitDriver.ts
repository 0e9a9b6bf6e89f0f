import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

/** Starts WebKitWebDriver on a free port; each has one session. */
export async function startWebKitDriver(
  program: string,
  env: NodeJS.ProcessEnv,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const driver = spawn(program, [`--port=${port}`], { env: { ...process.env, ...env }, stdio: 'ignore' })
  let hasEnded = false
  const ended = new Promise<void>((resolve) =>
    driver.once('close', () => {
      hasEnded = true
      resolve()
    }),
  )
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (hasEnded) throw new Error(`${program} ended at once`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url,
    async stop() {
      driver.kill()
      await ended
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
