import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** One JSON-RPC call that the server saw. */
export type Call = { readonly method: string; readonly params: readonly unknown[] }

/** A JSON-RPC server whose results the test decides; `undefined` is a method that it does not have. It ends with the test. */
export async function substrateServer(answer: (call: Call) => unknown) {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { id, method, params } = JSON.parse(Buffer.concat(parts).toString()) as Call & { id: number }
    calls.push({ method, params })
    const result = answer({ method, params })
    const body = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls }
}
