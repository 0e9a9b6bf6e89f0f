import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpClient } from './httpClient.js'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** A node of raw bytes: `answer` gets each request and its connection, and the count of connections so far. */
async function node(answer: (socket: Socket, request: string, connections: number) => void) {
  const sockets = new Set<Socket>()
  let connections = 0
  const server: Server = createServer((socket) => {
    const mine = ++connections
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => answer(socket, chunk.toString(), mine))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http://user:pa%20ss@127.0.0.1:${port}/path?key=1`),
    port,
    connections: () => connections,
    sockets,
  }
}

function client(maxSockets?: number) {
  const one = createHttpClient(maxSockets === undefined ? {} : { maxSockets })
  opened.push(one.close)
  return one
}

const ok = (text: string, headers = '') =>
  `HTTP/1.1 200 OK\r\n${headers}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
const tick = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('a plain node', () => {
  it('gets one whole request with its login, and is asked again over the same connection', async () => {
    const requests: string[] = []
    const { url, port, connections } = await node((socket, request) => {
      requests.push(request)
      socket.write(ok('"ü"'))
    })
    const { post } = client()
    for (let round = 0; round < 3; round++)
      expect(await post(url, '{"ü":1}', { timeout: 5_000 })).toEqual({
        status: 200,
        retryAfter: undefined,
        text: '"ü"',
      })
    expect(connections()).toBe(1)
    expect(requests[0]).toBe(
      `POST /path?key=1 HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\naccept: application/json\r\nauthorization: Basic ${Buffer.from('user:pa ss').toString('base64')}\r\ncontent-length: 8\r\n\r\n{"ü":1}`,
    )
  })

  it('is reached by name', async () => {
    const { port } = await node((socket) => socket.write(ok('1')))
    expect((await client().post(new URL(`http://localhost:${port}`), '1', { timeout: 5_000 })).text).toBe('1')
  })

  it('may answer in pieces', async () => {
    const { url } = await node(async (socket) => {
      for (const byte of Buffer.from(ok('"\u{1f511}"'))) {
        socket.write(Buffer.from([byte]))
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    expect((await client().post(url, '1', { timeout: 5_000 })).text).toBe('"\u{1f511}"')
  })

  it('may end its answer by hanging up', async () => {
    const { url, connections } = await node((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nwhole'))
    const { post } = client()
    for (let round = 0; round < 2; round++) expect((await post(url, '1', { timeout: 5_000 })).text).toBe('whole')
    expect(connections()).toBe(2)
  })

  it('is asked once more, over a new connection, when it had closed a kept one', async () => {
    const { url, connections } = await node((socket, _, connection) => {
      if (connection === 1 && socket.bytesWritten > 0) socket.destroy()
      else socket.write(ok(String(connection)))
    })
    const { post } = client()
    expect((await post(url, '1', { timeout: 5_000 })).text).toBe('1')
    expect((await post(url, '1', { timeout: 5_000 })).text).toBe('2')
    expect(connections()).toBe(2)
  })

  it('is not asked again when it hung up on a new connection or in the middle of an answer', async () => {
    const first = await node((socket) => socket.destroy())
    await expect(client().post(first.url, '1', { timeout: 5_000 })).rejects.toMatchObject({
      code: 'RPC_UNREACHABLE',
      sent: true,
    })
    expect(first.connections()).toBe(1)
    const second = await node((socket) => {
      if (socket.bytesWritten === 0) socket.write(ok('1'))
      else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
    })
    const { post } = client()
    await post(second.url, '1', { timeout: 5_000 })
    await expect(post(second.url, '1', { timeout: 5_000 })).rejects.toMatchObject({
      code: 'RPC_UNREACHABLE',
      sent: true,
    })
    expect(second.connections()).toBe(1)
  })

  it('gets what must not be repeated over a connection of its own', async () => {
    const requests: string[] = []
    const { url, connections } = await node((socket, request) => {
      requests.push(request)
      socket.write(ok('1'))
    })
    const { post } = client()
    await post(url, '1', { timeout: 5_000 })
    await post(url, '1', { timeout: 5_000, fresh: true })
    expect(connections()).toBe(2)
    expect(requests[1]).toContain('connection: close\r\n')
  })

  it('cannot leave an answer for the next call', async () => {
    const { url, connections, sockets } = await node((socket, _, connection) => {
      socket.write(ok(String(connection)) + (connection === 1 ? ok('poison') : ''))
    })
    const { post } = client()
    expect((await post(url, '1', { timeout: 5_000 })).text).toBe('1')
    expect((await post(url, '1', { timeout: 5_000 })).text).toBe('2')
    await tick()
    for (const socket of sockets) if (!socket.destroyed) socket.write(ok('late poison'))
    await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true)
    expect((await post(url, '1', { timeout: 5_000 })).text).toBe('3')
    expect(connections()).toBe(3)
  })

  it('is not asked over a connection that it said it would close by now', async () => {
    const { url, connections } = await node((socket) => socket.write(ok('1', 'keep-alive: timeout=1\r\n')))
    const { post } = client()
    await post(url, '1', { timeout: 5_000 })
    await post(url, '1', { timeout: 5_000 })
    expect(connections()).toBe(2)
  })

  it('lets further calls wait for a connection, each for no longer than its time', async () => {
    const waiting: Socket[] = []
    const { url, connections } = await node((socket) => {
      waiting.push(socket)
    })
    const { post } = client(2)
    const calls = Array.from({ length: 6 }, () => post(url, '1', { timeout: 10_000 }))
    await expect(post(url, '1', { timeout: 50 })).rejects.toMatchObject({ code: 'RPC_TIMEOUT' })
    for (let answered = 0; answered < 6; answered++) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      waiting.shift()?.write(ok('1'))
    }
    expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(['1', '1', '1', '1', '1', '1'])
    expect(connections()).toBe(2)
  })

  it('that hangs is given up, and its late answer reaches nobody', async () => {
    const late: Socket[] = []
    const { url } = await node((socket, _, connection) => {
      if (connection === 1) late.push(socket)
      else socket.write(ok('own'))
    })
    const { post } = client()
    await expect(post(url, '1', { timeout: 1_000 })).rejects.toMatchObject({ code: 'RPC_TIMEOUT', sent: true })
    late[0]?.write(ok('late'))
    expect((await post(url, '1', { timeout: 5_000 })).text).toBe('own')
  })

  it('that takes no connection got nothing; all that wait are told', async () => {
    const { url } = await node(() => undefined)
    for (const close of opened.splice(0)) await close()
    const { post } = client(1)
    for (const { reason } of (await Promise.allSettled(
      [1, 2, 3].map(() => post(url, '1', { timeout: 5_000 })),
    )) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'RPC_UNREACHABLE', sent: false })
  })

  it('leaves no call open when the client closes', async () => {
    const { url } = await node(() => undefined)
    const one = createHttpClient({ maxSockets: 1 })
    const calls = [1, 2].map(() => one.post(url, '1', { timeout: 60_000 }))
    const settled = Promise.allSettled(calls)
    await tick()
    one.close()
    for (const { status } of await settled) expect(status).toBe('rejected')
  })
})
