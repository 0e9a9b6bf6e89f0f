import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How long open calls may take to finish once a server closes, in milliseconds. */
export const drainTime = 10_000

/** The ports that servers of this process listen on. */
export type Ports = {
  /** Has a server listen, at port 0 on a free one; gives the port. */
  listen(server: Server, port: number): Promise<number>
  /** Stops listening, and lets open calls finish. */
  close(): Promise<void>
}

/**
 * Creates the ports of one address.
 *
 * @param host - The address to listen on.
 * @returns The ports.
 */
export function createPorts(host: string): Ports {
  const servers: Server[] = []
  return {
    async listen(server, port) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve()
        })
      })
      servers.push(server)
      return (server.address() as AddressInfo).port
    },
    async close() {
      await Promise.all(servers.map(stop))
    },
  }
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), drainTime).unref()
  })
}
