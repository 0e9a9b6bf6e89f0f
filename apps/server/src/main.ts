#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { readEnv } from './env.js'
import { startServer } from './startServer.js'

try {
  const { values } = parseArgs({ options: { roles: { type: 'string' } } })
  const { LATCHKEY_ROLES: roles } = readEnv(values.roles === undefined ? undefined : { LATCHKEY_ROLES: values.roles })
  const server = await startServer({ roles })
  process.stdout.write(`Latchkey server on ${server.url}\n`)
  if (server.walletUrl) process.stdout.write(`Wallet on ${server.walletUrl}\n`)
  const end = () => {
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
} catch (error) {
  if (!isLatchkeyError(error)) throw error
  process.stderr.write(`${error.message}\n${[error.details, ...error.hints].filter(Boolean).join('\n')}\n`)
  process.exit(1)
}
