import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call that a seller was sent. */
export type SellerCall = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: unknown
}
/** What it answers; `hang` never does. */
export type SellerAnswer = { status?: number; body?: unknown; text?: string } | 'hang'

/** A service that sells coins, as a test tells it to speak. */
export type Seller = {
  url: string
  readonly calls: SellerCall[]
  /** By `GET /path`. What is set here is answered instead. */
  readonly answers: Map<string, (call: SellerCall) => SellerAnswer>
  stop(): Promise<void>
}

/** Starts a seller that answers 404 to what it was not told of. */
export async function startSeller(answers: Record<string, (call: SellerCall) => SellerAnswer>): Promise<Seller> {
  const calls: SellerCall[] = []
  const known = new Map(Object.entries(answers))
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://seller')
    const { method = '', headers } = request
    const call = { method, path, query, headers, body: text === '' ? undefined : JSON.parse(text) }
    calls.push(call)
    const answer = known.get(`${method} ${path}`)?.(call) ?? { status: 404, body: {} }
    if (answer === 'hang') return
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(answer.text ?? JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answers: known,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
