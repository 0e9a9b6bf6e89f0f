import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { breathe } from './waits.js'

/** What a server does with one call; whatever it leaves out is answered well. */
export type RpcBehaviour = {
  readonly status?: number
  readonly latency?: number
  readonly silent?: 'at once' | 'in the middle'
}

/** A small JSON-RPC server of chain 1 whose conduct the test decides call by call; it ends with the test. */
export async function rpcServer(conduct: (method: string, count: number) => RpcBehaviour = () => ({})) {
  const counts = new Map<string, number>()
  const answered = new Map<string, number>()
  const answers: { readonly [method: string]: string | boolean } = {
    eth_chainId: '0x1',
    eth_getBalance: '0x2a',
    net_listening: true,
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { id, method } = JSON.parse(Buffer.concat(parts).toString()) as { id: number; method: string }
    const count = (counts.get(method) ?? 0) + 1
    counts.set(method, count)
    const { latency = 0, silent, status = 200 } = conduct(method, count)
    if (silent === 'at once') return
    if (latency > 0) await breathe(latency)
    response.writeHead(status, { 'content-type': 'application/json' })
    if (silent === 'in the middle') {
      response.write('{"jsonrpc":"2.0",')
      return
    }
    answered.set(method, (answered.get(method) ?? 0) + 1)
    response.end(status === 200 ? JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? null }) : '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    count: (method: string) => counts.get(method) ?? 0,
    answered: (method: string) => answered.get(method) ?? 0,
  }
}
