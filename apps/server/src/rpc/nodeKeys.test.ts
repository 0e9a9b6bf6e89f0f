import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startProcess } from '../../test/startProcess.js'

it('[SEC-R-10] the key of a node is in no answer, no header and no line of the log, whatever the node says of it', async () => {
  const key = 'c4n4ryk3yc4n4ryk3y'
  let answers = 0
  const node = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const asked = JSON.parse(text || '{}')
    const { id, method, params = [] } = [asked].flat()[0]
    const quote = `${request.url} ${request.headers.authorization ?? ''}`
    const reply = (status: number, type: string, body: unknown) =>
      response
        .writeHead(status, { 'content-type': type, 'x-node': quote, location: quote })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    if (method === 'eth_chainId') return reply(200, 'application/json', { jsonrpc: '2.0', id, result: '0x5' })
    answers += 1
    const faults = [
      () =>
        reply(200, 'application/json', {
          jsonrpc: '2.0',
          id,
          error: { code: 3, message: `execution reverted: ${quote}`, data: quote },
        }),
      () => reply(500, 'text/html', `<h1>${quote}</h1>`),
      () => reply(302, 'text/plain', quote),
      () => reply(403, 'application/json', { error: quote }),
      () => reply(200, 'application/json', quote),
      () => request.socket.destroy(),
    ]
    return faults[Number(params[0]) % faults.length]?.()
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as AddressInfo
  const chain = {
    caip2: 'eip155:5',
    name: 'Test',
    rpc: [`http://user:${key}@127.0.0.1:${port}/v3/${key}?apikey=${key}`],
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    tokens: [],
  }
  const server = await startProcess({
    PORT: '0',
    LATCHKEY_LOG_LEVEL: 'trace',
    LATCHKEY_ROLES: 'data',
    LATCHKEY_CHAINS: JSON.stringify([chain]),
    LATCHKEY_DATA_DIR: `${process.env.TMPDIR ?? '/tmp'}/latchkey-keys-${port}`,
  })
  const url = /http:\/\/[\d.]+:\d+/.exec(server.said())?.[0] ?? ''
  const heard: string[] = []
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${url}${path}`, init)
    heard.push(JSON.stringify([...response.headers]), await response.text())
  }
  for (let call = 0; call < 12; call++) {
    const body = {
      jsonrpc: '2.0',
      id: call,
      method: 'eth_getBalance',
      params: [`0x${String(call).padStart(40, '0')}`, 'latest'],
    }
    const post = (json: unknown) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    await ask('/v1?chainId=eip155:5&projectId=test', post(body))
    await ask('/v1?chainId=eip155:5&projectId=test', post([body, body]))
  }
  for (const path of ['/ready', '/metrics', '/health', '/v1/supported-chains']) await ask(path)
  await server.stop()
  node.closeAllConnections()
  node.close()
  expect(answers).toBeGreaterThan(6)
  // What the chain says is passed on, without the key in it.
  expect(heard.some((text) => text.includes('execution reverted'))).toBe(true)
  expect(heard.filter((text) => text.includes(key))).toEqual([])
  expect(server.said()).not.toContain(key)
})
