#!/usr/bin/env node
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { startServer } from './startServer.js'

try {
  const server = await startServer()
  process.stdout.write(`Latchkey server on ${server.url}\n`)
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
