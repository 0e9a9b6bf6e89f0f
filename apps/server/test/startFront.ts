import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Sends each call under one origin to the process that has its role, as an operator's proxy does. */
export async function startFront() {
  const ports = { auth: 0, vault: 0, recovery: 0 }
  const server = createServer((incoming, outgoing) => {
    const role = /^\/api\/(vault|recovery)\//.exec(incoming.url ?? '')?.[1] as 'vault' | 'recovery' | undefined
    const { method = 'GET', url: path = '/', headers } = incoming
    const options = { host: '127.0.0.1', port: ports[role ?? 'auth'], method, path, headers }
    const onward = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.writeHead(502).end('{}'))
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    ports,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
