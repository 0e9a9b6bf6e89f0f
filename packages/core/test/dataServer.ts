import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** One request that the server saw. */
export type Seen = { method: string; path: string; query: { [name: string]: string }; body: unknown }

/** What stands in for a route: a value answered as JSON, a status, or whatever the test writes. */
export type Route = object | number | ((response: ServerResponse) => void)

/** A server that speaks the documented wire of the data API, or fails as the test wants; it ends with the test. */
export async function dataServer(routes: { [path: string]: Route }) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://local')
    const text = await bodyOf(request)
    seen.push({
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: text === '' ? undefined : JSON.parse(text),
    })
    const route = routes[url.pathname] ?? 404
    if (typeof route === 'function') route(response)
    else if (typeof route === 'number') response.writeHead(route).end('{}')
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(route))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    routes,
    /** How often a path was asked for. */
    count: (path: string) => seen.filter((one) => one.path === path).length,
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
