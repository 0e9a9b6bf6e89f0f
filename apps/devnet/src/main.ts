import { parseArgs } from 'node:util'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { createBoard } from './board.js'
import { readStartEnv } from './env.js'
import { type Devnet, type StartDevnetOptions, startDevnet } from './start.js'

const help = `npm start [-- options]

Starts Latchkey on this machine: two local EVM chains and one each of Solana, Bitcoin, Polkadot and Cosmos, the data
API, the embedded wallet and the inbox for its mails, test wallets for the browser and for a phone, providers of social
logins, an on-ramp that takes test money, and the web app.

  --fresh        start from scratch: delete the data of earlier runs
  --dev          serve the web app from its sources, with hot replacement
  --no-web       leave the web app out, and the pages of the embedded wallet
  --dir <path>   keep the data there (default .latchkey)
  --port <n>     port of the web app (default 4400)
  --help         this text

Ports that are taken give way to the next free ones. Stop with Ctrl-C.
`

const env = readStartEnv()
const board = createBoard({
  write: (text) => process.stdout.write(text),
  tty: process.stdout.isTTY === true,
  color: process.stdout.isTTY === true && !env.noColor,
})
// A terminal that was closed must not keep the rest from ending.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

const aborter = new AbortController()
let devnet: Devnet | undefined
let stopRequested: number | undefined

/** Ends everything in order. */
function requestStop(): void {
  if (stopRequested !== undefined) return
  stopRequested = performance.now()
  board.note('Stopping. Once more to end at once.')
  // While it starts, the start itself ends what it began.
  if (devnet === undefined) aborter.abort()
  else
    devnet.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
}

/** Ctrl-C a second time ends at once; the nodes end with this process. */
function interrupt(): void {
  // One Ctrl-C may come twice: from the terminal, and passed on by npm.
  if (stopRequested !== undefined && performance.now() - stopRequested > 500) process.exit(130)
  requestStop()
}

process.on('SIGINT', interrupt)
process.on('SIGTERM', requestStop)
process.on('SIGHUP', requestStop)
process.on('message', (message) => message === 'stop' && requestStop())
// The parent process may end without a word; then nothing is left to stop this one.
process.on('disconnect', requestStop)

try {
  const options = readOptions()
  if (options === undefined) {
    process.stdout.write(help)
    process.exit(0)
  }
  devnet = await startDevnet({
    ...options,
    serverEnv: env.server,
    signal: aborter.signal,
    log: board.note,
    onStatus: board.show,
  })
  board.note(`Ready in ${(performance.now() / 1000).toFixed(1)} s: ${devnet.web?.url ?? devnet.server.url}`)
  if (!process.stdout.isTTY) board.note('Stop with Ctrl-C.')
} catch (error) {
  if (isLatchkeyError(error, 'ABORTED')) process.exit(0)
  report(error)
  process.exit(1)
}

function readOptions(): StartDevnetOptions | undefined {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      fresh: { type: 'boolean' },
      dev: { type: 'boolean' },
      'no-web': { type: 'boolean' },
      dir: { type: 'string' },
      port: { type: 'string' },
    },
  })
  if (values.help) return undefined
  const port = Number(values.port ?? 4400)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new RangeError(`--port ${values.port} is not a port`)
  return {
    fresh: values.fresh ?? false,
    web: values['no-web'] ? false : values.dev ? 'dev' : true,
    ports: { web: port },
    ...(values.dir ? { dir: values.dir } : {}),
  }
}

function report(error: unknown): void {
  const lines = isLatchkeyError(error)
    ? [error.message, error.details, ...error.hints]
    : [error instanceof Error ? error.message : String(error)]
  process.stderr.write(`\n${lines.filter(Boolean).join('\n')}\n`)
}
