import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Call = { id: unknown; method: string; params?: unknown }
type Fault = { code: number; message: string } | { status: number } | { result: unknown } | 'hang'
type Answer = Fault | ((params: unknown) => Fault)

/** A node before a real one, which passes everything on but for the methods that it answers itself. */
export type NodeFront = {
  url: string
  /** What it answers to a method: a JSON-RPC error, an HTTP status, another result, or silence. */
  readonly faults: Map<string, Answer>
  /** Every method asked for so far. */
  readonly calls: string[]
  stop(): Promise<void>
}

/** Starts a node that passes on to a real one, except for what it answers itself: services differ in what they know beside the chain. */
export async function startNodeFront(target: string): Promise<NodeFront> {
  const faults: NodeFront['faults'] = new Map()
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const asked = [JSON.parse(body)].flat() as Call[]
    calls.push(...asked.map(({ method }) => method))
    const [first] = asked
    const own = first && faults.get(first.method)
    const fault = typeof own === 'function' ? own(first?.params) : own
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
