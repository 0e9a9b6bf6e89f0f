#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { readEnv, strayNames } from './env.js'
import { explainFault } from './explainFault.js'
import { readSeconds } from './frame/readSeconds.js'
import { watchFrame } from './frame/watchFrame.js'
import { withoutValues } from './platform/log/withoutValues.js'
import { describeFrame, describeLimits, runCommand } from './runCommand.js'
import { startServer } from './startServer.js'

try {
  const { values, positionals } = parseArgs({
    options: {
      roles: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
      watch: { type: 'string' },
      settings: { type: 'string' },
      'user-agent': { type: 'string' },
    },
    allowPositionals: true,
  })
  if (positionals[0] === 'verify-frame' && !values.help) {
    const ending = new AbortController()
    process.once('SIGTERM', () => ending.abort())
    process.once('SIGINT', () => ending.abort())
    const isSame = await watchFrame(positionals[1], {
      folder: readEnv().LATCHKEY_FRAME_DIR,
      settings: values.settings,
      userAgent: values['user-agent'],
      every: readSeconds(values.watch),
      write: (text) => process.stdout.write(text),
      signal: ending.signal,
    })
    process.exit(isSame ? 0 : 1)
  }
  if (positionals.length > 0 || values.help || values.version) {
    process.stdout.write(await runCommand(values.help ? ['help'] : values.version ? ['version'] : positionals))
    process.exit(0)
  }
  const { LATCHKEY_ROLES: roles } = readEnv(values.roles === undefined ? undefined : { LATCHKEY_ROLES: values.roles })
  for (const name of strayNames())
    process.stderr.write(`${name} is no setting of this server; see latchkey-server --help\n`)
  const server = await startServer({ roles })
  process.stdout.write(`Latchkey server on ${server.url}\n${describeLimits(readEnv())}`)
  if (server.walletUrl) process.stdout.write(`Wallet on ${server.walletUrl}\n${describeFrame()}`)
  let asked: number | undefined
  const end = () => {
    // One Ctrl-C arrives from the terminal and again from npm; a later second one forces the exit.
    if (asked !== undefined) {
      if (performance.now() - asked > 1_000) process.exit(1)
      return
    }
    asked = performance.now()
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
} catch (error) {
  const known = explainFault(error)
  if (known === undefined) throw withoutValues(error)
  const { message, details, hints } = known
  // What the message already says is not said twice.
  const more = [details, ...hints].filter((line) => line && !message.includes(line))
  process.stderr.write(`${[message, ...more].join('\n')}\n`)
  process.exit(1)
}
