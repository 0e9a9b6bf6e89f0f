import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { esploraLedger } from './esploraLedger.js'

/** The ledger of a test behind HTTP; it ends with the test. */
export async function esploraServer(estimates?: { [target: string]: number }) {
  const ledger = esploraLedger(estimates)
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { pathname } = new URL(request.url ?? '/', 'http://local')
    const { status, text } = ledger.serve(request.method ?? 'GET', pathname, Buffer.concat(parts).toString())
    response.writeHead(status).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { ...ledger, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
