import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerProcess, startProcess } from '../test/startProcess.js'

let server: ServerProcess
let port: number
const folder = mkdtempSync(join(tmpdir(), 'latchkey-hostile-'))

beforeAll(async () => {
  const chain = {
    caip2: 'eip155:31337',
    name: 'Local',
    rpc: ['http://127.0.0.1:9'],
    ws: ['ws://127.0.0.1:9'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  server = await startProcess({
    PORT: '0',
    LATCHKEY_DATA_DIR: folder,
    LATCHKEY_CHAINS: JSON.stringify([chain]),
  })
  port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(server.said())?.[1])
}, 60_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Asks for an upgrade and is gone, by a reset, before or while it is answered. */
function upgradeAndReset(path: string, later: boolean): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
        () => (later ? setImmediate(() => socket.resetAndDestroy()) : socket.resetAndDestroy()),
      )
    })
    socket.on('error', () => undefined).on('close', () => resolve())
  })
}

it.each(['/nowhere', '/', '/?projectId=x', '/v1', '/v1?chainId=eip155:31337', '/ws?chainId=x'])(
  'behavior: a client that asks for an upgrade of %s and resets its connection ends nothing but that',
  async (path) => {
    for (let at = 0; at < 40; at++) await upgradeAndReset(path, at % 2 === 0)
    // A page of plain calls comes after whatever the resets have set off.
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
    expect(server.child.exitCode).toBeNull()
  },
)

it.each(['/nowhere', '/v1'])(
  'behavior: a client whose upgrade of %s is refused cannot keep its connection',
  async (path) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const heard = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))
    const gone = new Promise<unknown>((resolve) => socket.once('error', resolve))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
    expect(await heard).toMatch(/^HTTP\/1\.1 4/)
    // It never ends its side; what it goes on to say meets a closed connection.
    const timer = setInterval(() => socket.write('x'), 20)
    expect(await gone).toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) })
    clearInterval(timer)
  },
)
