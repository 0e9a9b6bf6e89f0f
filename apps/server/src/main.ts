#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { readEnv, strayNames } from './env.js'
import { explainFault } from './explainFault.js'
import { runCommand } from './runCommand.js'
import { startServer } from './startServer.js'

try {
  const { values, positionals } = parseArgs({
    options: { roles: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  if (positionals.length > 0 || values.help) {
    process.stdout.write(await runCommand(values.help ? ['help'] : positionals))
    process.exit(0)
  }
  const { LATCHKEY_ROLES: roles } = readEnv(values.roles === undefined ? undefined : { LATCHKEY_ROLES: values.roles })
  for (const name of strayNames())
    process.stderr.write(`${name} is no setting of this server; see latchkey-server --help\n`)
  const server = await startServer({ roles })
  process.stdout.write(`Latchkey server on ${server.url}\n`)
  if (server.walletUrl) process.stdout.write(`Wallet on ${server.walletUrl}\n`)
  let asked: number | undefined
  const end = () => {
    // One Ctrl-C comes from the terminal and again from npm; a second one some time later means that nobody wants to wait.
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
  if (known === undefined) throw error
  const { message, details, hints } = known
  // What the message already says is not said twice.
  const more = [details, ...hints].filter((line) => line && !message.includes(line))
  process.stderr.write(`${[message, ...more].join('\n')}\n`)
  process.exit(1)
}
