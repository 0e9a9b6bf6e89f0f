import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves a page with a script on this machine, under two names that are two origins to a browser. */
export async function serveStockApp(script: () => string) {
  const server = createServer((request, response) => {
    const isScript = request.url === '/app.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script() : '<!doctype html><title>App</title><script src="/app.js"></script><body>')
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    listed: `http://127.0.0.1:${port}`,
    unlisted: `http://localhost:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
