import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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

/** Sends a body of a megabyte at most, each byte in a chunk of its own, and gives the first line of the answer. */
function drip(path: string, bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let said = ''
    socket.setEncoding('latin1').on('error', reject)
    socket.on('data', (text: string) => {
      said += text
      if (!said.includes('\r\n')) return
      socket.destroy()
      resolve(said.slice(0, said.indexOf('\r\n')))
    })
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`)
    const some = '1\r\nx\r\n'.repeat(10_000)
    let left = bytes / 10_000
    const more = () => {
      if (left-- > 0) socket.write(some, more)
      else socket.write('0\r\n\r\n')
    }
    more()
  })
}

it.skipIf(process.platform !== 'linux').each(['/v1?chainId=eip155:31337', '/v1/fungible/price'])(
  'behavior: bodies for %s that come byte by byte take no more memory than their size',
  async (path) => {
    const most = () =>
      Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024
    await drip(path, 10_000)
    const before = most()
    const lines = await Promise.all(Array.from({ length: 2 }, () => drip(path, 300_000)))
    expect(lines).toEqual(lines.map(() => 'HTTP/1.1 400 Bad Request'))
    // As lists of pieces they would take 200 MB and more.
    expect(most() - before).toBeLessThan(120)
  },
  60_000,
)
