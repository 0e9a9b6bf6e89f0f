import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a scripted node answers: by `GET /path` or `POST /path`, or by the method of a JSON-RPC call. */
export type Script = {
  readonly rest?: { readonly [call: string]: { status?: number; type?: string; body: string } }
  readonly rpc?: { readonly [method: string]: (params: readonly unknown[]) => { result: unknown } | { error: object } }
}

/** How a scripted node fails; `drop` hangs up after the whole request has come, `silent` never answers it. */
export type ScriptedFault = 'ok' | 'drop' | 'silent' | { status: number; retryAfter?: number }

/** A node for what no local chain does: to fail, to lag, to be asked and counted. */
export type ScriptedNode = {
  url: string
  /** Every call so far: `GET /path?query`, or the method of a JSON-RPC call. */
  readonly calls: string[]
  readonly bodies: string[]
  fault: ScriptedFault
  stop(): Promise<void>
}

/** Starts a node that answers by a script, under a base path and a key as the operators' services have them. */
export async function startScriptedNode(script: Script): Promise<ScriptedNode> {
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node: ScriptedNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api?key=secret`,
    calls: [],
    bodies: [],
    fault: 'ok',
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://node')
    if (searchParams.get('key') !== 'secret') return void response.writeHead(403).end('no key')
    searchParams.delete('key')
    const path = pathname.replace(/^\/api/, '') || '/'
    const call = `${request.method} ${path}`
    const isRpc = script.rpc !== undefined && path === '/'
    const values = isRpc ? ([JSON.parse(text)].flat() as { id: unknown; method: string; params?: unknown[] }[]) : []
    if (isRpc) node.calls.push(...values.map(({ method }) => method))
    else node.calls.push(searchParams.size === 0 ? call : `${call}?${searchParams}`)
    if (text !== '') node.bodies.push(text)
    if (node.fault === 'drop') return void request.socket.destroy()
    if (node.fault === 'silent') return
    if (node.fault !== 'ok') {
      const { status, retryAfter } = node.fault
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }).end('busy')
      return
    }
    if (isRpc) {
      const answers = values.map(({ id, method, params = [] }) => ({
        jsonrpc: '2.0',
        id,
        ...(script.rpc?.[method]?.(params) ?? { error: { code: -32601, message: `No ${method} at ${node.url}` } }),
      }))
      response.end(JSON.stringify(text.startsWith('[') ? answers : answers[0]))
      return
    }
    const { status = 200, type = 'application/json', body } = script.rest?.[call] ?? { status: 404, body: 'not found' }
    response.writeHead(status, { 'content-type': type }).end(body)
  }
  return node
}
