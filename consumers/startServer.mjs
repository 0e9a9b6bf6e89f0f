import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

/**
 * Starts a server of an app at a free port, and waits until it says where it listens.
 *
 * @param {string} folder - The app.
 * @param {(port: number) => string[]} args - What Node is given: a program and its arguments.
 * @param {Record<string, string> | ((url: string) => Record<string, string>)} [env] - What its environment has besides.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} Where it is, and how it ends.
 */
export async function startServer(folder, args, env = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const more = typeof env === 'function' ? env(url) : env
  const child = spawn(process.execPath, args(port), {
    cwd: folder,
    // biome-ignore lint/style/noProcessEnv: the environment of a child process
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...more },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk) => {
      said += chunk
      if (said.includes(String(port))) resolve({ url, stop })
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => reject(new Error(`${args(port).join(' ')} ended with ${code}\n${said}`)))
  })
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
