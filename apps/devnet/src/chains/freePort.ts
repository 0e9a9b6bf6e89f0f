import { createServer } from 'node:net'

/**
 * Finds a free port on the loopback interface.
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

/** Other people's servers may hold a port on IPv6 alone, and `localhost` would lead browsers to them. */
async function claim(wanted: number): Promise<number | undefined> {
  const port = await listen(wanted, '127.0.0.1')
  return port !== undefined && (wanted === 0 || (await listen(port, '::1')) !== undefined) ? port : undefined
}

function listen(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      // A machine without IPv6 has no listener there.
      else if (host === '::1') resolve(port)
      else reject(error)
    })
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })
}
