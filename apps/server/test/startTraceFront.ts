import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Call = { id: unknown; method: string; params?: unknown }
type Fault = { code: number; message: string } | { status: number } | { result: unknown } | 'hang'

/** A node before a real one, which passes everything on but for the methods that fail. */
export type TraceFront = {
  url: string
  /** How a method fails: a JSON-RPC error, an HTTP status, another result, or silence. */
  readonly faults: Map<string, Fault>
  /** Every method asked for so far. */
  readonly calls: string[]
  stop(): Promise<void>
}

/** Starts a node that passes on to a real one, except for what it is told to fail at, as services differ in what they trace. */
export async function startTraceFront(target: string): Promise<TraceFront> {
  const faults: TraceFront['faults'] = new Map()
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const asked = [JSON.parse(body)].flat() as Call[]
    calls.push(...asked.map(({ method }) => method))
    const [first] = asked
    const fault = first && faults.get(first.method)
    if (fault === 'hang') return
    if (fault && 'status' in fault) return void response.writeHead(fault.status).end('no')
    if (first && fault) {
      const told = 'result' in fault ? fault : { error: fault }
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id: first.id, ...told }))
    }
    const answer = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
