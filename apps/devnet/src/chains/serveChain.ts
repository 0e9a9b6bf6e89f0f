import { type ServerType, serve } from '@hono/node-server'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Hono } from 'hono'
import { freePort } from './freePort.js'

/**
 * Serves the interface of a local chain on the loopback interface.
 *
 * @param name - The chain, for the error.
 * @param port - The wanted port; a taken one gives way to a free one.
 * @returns Where it is, and the way to end it at once.
 * @throws LatchkeyError INVALID_CONFIG when no port can be had.
 */
export async function serveChain(
  name: string,
  app: Hono,
  port: number | undefined,
): Promise<{ url: string; close(): Promise<void> }> {
  const free = await freePort(port)
  const server = serve({ fetch: app.fetch, port: free, hostname: '127.0.0.1' })
  await listening(server).catch((cause: unknown) => {
    throw new LatchkeyError('INVALID_CONFIG', `${name} could not be served on port ${free}`, { cause })
  })
  return {
    url: `http://127.0.0.1:${free}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

function listening(server: ServerType): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
}
