// `npm run check -- start`: what `npm run build` made starts by the commands of "First start" in docs/operating.md, with nothing set but
// a port and a folder, says that it is ready, and stops when it is told to. Tests read the sources; strangers run this.
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const page = readFileSync(join(root, 'docs/operating.md'), 'utf8')
const [, block = ''] = /\n## First start\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? []
const [, withFile = ''] = /`(node --env-file=<file> \S+)`/.exec(page) ?? []
const lines = block.split('\n').map((line) => line.replace(/ +#.*$/, ''))
const [build, serve = '', ask = '', help = ''] = lines
const shown = 'http://127.0.0.1:3080'
/** How long a start or an end may take on a busy machine, in milliseconds. */
const longest = 180_000

const folder = mkdtempSync(join(tmpdir(), 'latchkey-first-start-'))
const port = await freePort()
const settings = { PORT: String(port), LATCHKEY_DATA_DIR: join(folder, 'db') }
// Settings of who runs this are not those of a first start.
const own = Object.entries(process.env).filter(
  ([name]) => !/^(LATCHKEY_|DATABASE_URL|REDIS_URL|HOST$|PORT$|NODE_OPTIONS)/.test(name),
)
const env = Object.fromEntries(own)

try {
  if (build !== 'npm ci && npm run build' || !ask.includes(shown) || withFile === '')
    throw new Error('The commands of "First start" are not those that this step knows')
  const said = await run(help)
  if (!said.includes('latchkey-server migrate')) throw new Error(`--help says:\n${said}`)
  // Ctrl-C in a terminal reaches npx and the server.
  await tryOut(serve, { ...env, ...settings }, (child) => process.kill(-child.pid, 'SIGINT'))
  const file = join(folder, 'settings.env')
  writeFileSync(
    file,
    Object.entries(settings)
      .map((pair) => `${pair.join('=')}\n`)
      .join(''),
  )
  const again = withFile.replace('<file>', file)
  const code = await tryOut(`exec ${again}`, env, (child) => child.kill('SIGTERM'))
  if (code !== 0) throw new Error(`${again} ended with ${code} after SIGTERM`)
  console.log('The built server starts, is ready and stops')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Starts the server by a command, asks whether it is ready, and ends it. */
async function tryOut(command, environment, end) {
  const child = spawn('bash', ['-c', command], { cwd: root, env: environment, detached: true })
  let said = ''
  const closed = new Promise((resolve) => child.once('close', resolve))
  try {
    await within(
      new Promise((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk) => {
            said += chunk
            if (said.includes(`Latchkey server on http://127.0.0.1:${port}`)) resolve()
          })
        closed.then(() => reject(new Error(`${command} ended:\n${said}`)))
      }),
      () => `${command} does not start:\n${said}`,
    )
    const answer = JSON.parse(await run(ask.replace(shown, `http://127.0.0.1:${port}`)))
    // Without a way out of the machine no public node can be used.
    const others = answer.reasons?.filter((reason) => !reason.startsWith('No node can be used'))
    if (answer.database !== true || others?.length !== 0) throw new Error(`${ask} says ${JSON.stringify(answer)}`)
    end(child)
    return await within(closed, () => `${command} does not stop:\n${said}`)
  } finally {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended, as it should.
    }
  }
}

function run(command) {
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', command], { cwd: root, env, timeout: longest }, (error, out, err) =>
      error ? reject(new Error(`${command}\n${out}${err}`)) : resolve(out),
    )
  })
}

function within(promise, words) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(words())), longest)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address()
      server.close(() => resolve(free))
    })
  })
}
