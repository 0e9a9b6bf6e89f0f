import { createServer } from 'node:net'

/**
 * Finds a port on the loopback interface that nobody listens on.
 *
 * @param wanted - The port to try first; 0 means any.
 * @returns The wanted port if it is free, otherwise another one.
 */
export async function freePort(wanted = 0): Promise<number> {
  const port = await claim(wanted)
  if (port !== undefined) return port
  const other = await claim(0)
  if (other === undefined) throw new Error('No port is free on the loopback interface')
  return other
}

function claim(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })
}
