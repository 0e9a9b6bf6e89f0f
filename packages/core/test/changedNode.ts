import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A node before another one that answers some methods by itself: with a result, or with an error where there is a code. */
export async function changedNode(
  target: string,
  own: { readonly [method: string]: { readonly result: unknown } | { readonly code: number } },
): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    const answer = own[method]
    const told = answer && ('code' in answer ? { error: { code: answer.code, message: 'No.' } } : answer)
    const headers = { 'content-type': 'application/json' }
    response.writeHead(200, headers)
    if (told) response.end(JSON.stringify({ jsonrpc: '2.0', id, ...told }))
    else response.end(await (await fetch(target, { method: 'POST', headers, body })).text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
