import { connect, type Socket } from 'node:net'
import { startFaultyNode } from '@latchkey/devnet'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startLanes } from '../../test/startLanes.js'
import { talk } from '../../test/talk.js'

type Lanes = Awaited<ReturnType<typeof startLanes>>
let lanes: Lanes

beforeAll(async () => {
  lanes = await startLanes()
}, 180_000)
afterAll(() => lanes?.close())

const call = (id: unknown = 1, method = 'eth_chainId') => JSON.stringify({ jsonrpc: '2.0', id, method })
const query = '?chainId=eip155:31337&projectId=test'
const post = (body: string | Buffer, headers = '', path = `/v1${query}`) =>
  Buffer.concat([
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
      'latin1',
    ),
    Buffer.from(body),
  ])
/** Ends a conversation: the answer to it closes the connection. */
const bye = Buffer.from('GET /nope HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
const bodies = (text: string) => [...text.matchAll(/"id":(\d+),"result":"0x7a69"/g)].map(([, id]) => Number(id))

/** What differs between any two answers of one server is masked. */
const mask = (text: string) => text.replace(/(x-request-id: )[\w-]{36}/g, '$1?').replace(/(Date: )[\w ,:]+/g, '$1?')

/** A message without the surplus that its own length makes the next message. */
function framed(message: Buffer): Buffer {
  const length = /\r\nContent-Length:\s*(\d+)\r\n/.exec(message.toString('latin1'))?.[1]
  return length === undefined ? message : message.subarray(0, message.indexOf('\r\n\r\n') + 4 + Number(length))
}

const answers = (text: string) => mask(text).split(/(?=HTTP\/1\.1 \d{3} )/)

/**
 * Sends the messages to both servers, cut into the given pieces. The full server reads ahead and drops the answers that it still
 * owes when it meets a message that it refuses; how many depends on the moment, so these are compared to what each gets alone.
 */
async function bothSay(messages: readonly Buffer[], pieces: readonly Buffer[] = messages): Promise<void> {
  const say = async (port: number, what: readonly Buffer[], quiet: number) => answers(await talk(port, what, quiet))
  for (const quiet of [250, 3_000]) {
    const [fast, plain] = await Promise.all([say(lanes.fastPort, pieces, quiet), say(lanes.plainPort, pieces, quiet)])
    const [short, long] = fast.length < plain.length ? [fast, plain] : [plain, fast]
    const expected = [...short]
    for (let at = short.length - 1; at < long.length - 1; at++) {
      const [alone = ''] = await say(lanes.plainPort, [framed(messages[at] ?? bye)], quiet)
      expected.splice(at, 0, alone)
    }
    if (long.join('') === expected.join('')) return
    if (quiet === 3_000) expect(long).toEqual(expected)
  }
}

describe('beside the full server', () => {
  const good = post(call())
  const raw = (text: string) => Buffer.from(text, 'latin1')
  const head = `POST /v1${query} HTTP/1.1\r\nHost: localhost\r\n`
  const body = call()
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const corpus: [string, Buffer][] = [
    ['a plain call', good],
    ['a batch', post(`[${call(1)},${call(2)}]`)],
    ['a space before the object', post(` ${call()}`)],
    ['a byte order mark', post(`\ufeff${call()}`)],
    ['no JSON', post('{"jsonrpc"')],
    ['not UTF-8', post(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]))],
    ['a body beyond Latin-1', post(call('\u{1f511}ü'))],
    ['nesting', post(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`)],
    ['a method that is not allowed', post(call(1, 'anvil_reset'))],
    ['a method that needs a node', post(call(1, 'eth_gasPrice'))],
    ['an unknown chain', post(call(), '', '/v1?chainId=eip155:5')],
    ['no chain', post(call(), '', '/v1')],
    ['a slash', post(call(), '', `/v1/${query}`)],
    ['a fragment', post(call(), '', `/v1${query}#x`)],
    ['another path', post(call(), '', `/v1x${query}`)],
    ['another path below', post(call(), '', `/v1/x${query}`)],
    ['the absolute form', post(call(), '', `http://localhost/v1${query}`)],
    ['the absolute form of another host', post(call(), '', `http://evil/v1${query}`)],
    ['a query that is not ASCII', post(call(), '', `/v1${query}&x=\xfc`)],
    ['a space in the path', post(call(), '', `/v1${query} x`)],
    ['GET with a body', raw(good.toString('latin1').replace('POST', 'GET'))],
    ['a small-letter method', raw(good.toString('latin1').replace('POST', 'post'))],
    ['HTTP/1.0', raw(good.toString('latin1').replace('HTTP/1.1', 'HTTP/1.0'))],
    ['HTTP/1.12', raw(good.toString('latin1').replace('HTTP/1.1', 'HTTP/1.12'))],
    ['an empty line before it', raw(`\r\n${good.toString('latin1')}`)],
    ['no host', raw(`POST /v1${query} HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`)],
    ['an empty host', raw(`POST /v1${query} HTTP/1.1\r\nHost:\r\nContent-Length: ${body.length}\r\n\r\n${body}`)],
    ['two hosts', post(call(), 'Host: evil\r\n')],
    ['no length', raw(`${head}\r\n${body}`)],
    ['an empty body', raw(`${head}Content-Length: 0\r\n\r\n`)],
    ['two equal lengths', post(call(), `Content-Length: ${body.length}\r\n`)],
    ['two lengths', post(call(), 'Content-Length: 3\r\n')],
    ['lengths in a list', raw(`${head}Content-Length: ${body.length}, ${body.length}\r\n\r\n${body}`)],
    ...['+3', '-1', '0x10', '1e2', '1.0', '', ' ', '007', '99999999999999999999', '3 3', '3;', '\t3'].map(
      (length): [string, Buffer] => [`the length "${length}"`, raw(`${head}Content-Length: ${length}\r\n\r\n${body}`)],
    ),
    ['a length over 1 MiB', raw(`${head}Content-Length: 1048577\r\n\r\n${body}`)],
    ['a length that is too short', raw(`${head}Content-Length: 5\r\n\r\n${body}`)],
    [
      'a length that is too short before a smuggled call',
      raw(`${head}Content-Length: ${body.length}\r\n\r\n${body}${smuggled}`),
    ],
    ['chunks', raw(`${head}Transfer-Encoding: chunked\r\n\r\n${chunked}`)],
    [
      'CL.TE',
      raw(`${head}Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}${smuggled}`),
    ],
    ...[
      'Transfer-Encoding: chunked',
      'transfer-encoding: x',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding:\tchunked',
    ].map((header): [string, Buffer] => [`a length beside ${JSON.stringify(header)}`, post(body, `${header}\r\n`)]),
    ['TE.CL', raw(`${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${chunked}${smuggled}`)],
    ['TE.TE', raw(`${head}Transfer-Encoding: chunked\r\nTransfer-encoding: x\r\nContent-Length: 4\r\n\r\n${chunked}`)],
    ['a hidden Transfer-Encoding', raw(`${head}Transfer-Encoding : chunked\r\nContent-Length: 4\r\n\r\n${chunked}`)],
    ['Transfer-Encoding by tab', raw(`${head}Transfer-Encoding:\tchunked\r\nContent-Length: 4\r\n\r\n${chunked}`)],
    [
      'Transfer-Encoding: identity',
      raw(`${head}Transfer-Encoding: identity\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
    ],
    ['a folded header', post(call(), 'X-A: b\r\n c\r\n')],
    ['a folded length', raw(`${head}Content-Length:\r\n ${body.length}\r\n\r\n${body}`)],
    ['a bare LF in the head', post(call(), 'X-A: b\nX-B: c\r\n')],
    ['bare LFs only', raw(good.toString('latin1').replaceAll('\r\n', '\n'))],
    ['a bare CR in the head', post(call(), 'X-A: b\rX-B: c\r\n')],
    ['NUL in a value', post(call(), 'X-A: b\0c\r\n')],
    ['NUL in a name', post(call(), 'X-\0A: b\r\n')],
    ['a value beyond ASCII', post(call(), 'X-A: \xfc\r\n')],
    ['a space before the colon', post(call(), 'X-A : b\r\n')],
    ['a space before the name', post(call(), ' X-A: b\r\n')],
    ['no colon', post(call(), 'nonsense\r\n')],
    ['no name', post(call(), ': b\r\n')],
    ['no value', post(call(), 'X-A:\r\nX-B: \r\n')],
    ['blanks around values', post(call(), 'X-A: \t b \t\r\n')],
    ['Expect', post(call(), 'Expect: 100-continue\r\n')],
    ['Connection: close', post(call(), 'Connection: close\r\n')],
    ['Connection: Keep-Alive', post(call(), 'Connection: Keep-Alive\r\n')],
    ['two Connections', post(call(), 'Connection: keep-alive\r\nConnection: close\r\n')],
    ['an invalid upgrade', post(call(), 'Connection: upgrade\r\nUpgrade: foo\r\n')],
    [
      'an upgrade to HTTP/2',
      post(call(), 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n'),
    ],
    ['two X-Forwarded-For', post(call(), 'X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 5.6.7.8\r\n')],
    ['a head of 9 kB', post(call(), `X-A: ${'a'.repeat(9_000)}\r\n`)],
    ['a head of 20 kB', post(call(), `X-A: ${'a'.repeat(20_000)}\r\n`)],
    ['many headers', post(call(), 'X-A: b\r\n'.repeat(500))],
    [
      'a body of 200 kB',
      post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: ['a'.repeat(200_000)] })),
    ],
    ['a preflight', raw(`OPTIONS /v1${query} HTTP/1.1\r\nHost: localhost\r\nOrigin: https://a.example\r\n\r\n`)],
    ['another route', raw('GET /v1/supported-chains HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    ['garbage', raw('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03')],
  ]

  it.each(corpus)('answers %s in the same way', async (_, message) => {
    await bothSay([message, bye])
    const row = [good, message, good, bye]
    await bothSay(row)
    await bothSay(row, [Buffer.concat(row)])
    const at = Math.floor(message.length / 2)
    await bothSay(row, [good, message.subarray(0, at), message.subarray(at), good, bye])
  })

  it('answers any row of messages cut anywhere in the same way', async () => {
    const one = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 99_999 }).map((id) => post(call(id))) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }).map((id) => post(call(id))) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map((text) => post(`{${text}`)) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.string({ maxLength: 12 }), fc.string({ maxLength: 20 }))
          .map(([name, value]) => post(call(), `${name}: ${value}\r\n`)),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(...corpus.map(([, message]) => message).filter(({ length }) => length < 5_000)),
      },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(one, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        async (messages, cuts) => {
          const bytes = Buffer.concat([...messages, bye])
          const places = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length].sort((a, b) => a - b)
          const pieces = places.slice(1).map((end, at) => bytes.subarray(places[at], end))
          await bothSay(
            [...messages, bye],
            pieces.filter(({ length }) => length > 0),
          )
        },
      ),
      { numRuns: 120 },
    )
  }, 180_000)
})

describe('the lane', () => {
  it('[S7-120] answers plain calls itself, one after another and in one packet, in order', async () => {
    const before = lanes.handedOver()
    const calls = Array.from({ length: 50 }, (_, id) => post(call(id + 1)))
    const apart = await talk(lanes.fastPort, calls, 300, 50)
    const together = await talk(lanes.fastPort, [Buffer.concat(calls)], 300, 50)
    expect(bodies(apart)).toEqual(Array.from({ length: 50 }, (_, id) => id + 1))
    expect(bodies(together)).toEqual(bodies(apart))
    expect(lanes.handedOver()).toBe(before)
  })

  it('keeps a call that comes in two packets, and gives away one that comes in a drip', async () => {
    const before = lanes.handedOver()
    const bytes = post(call(7))
    const halves = [bytes.subarray(0, 50), bytes.subarray(50)]
    expect(bodies(await talk(lanes.fastPort, halves, 300, 1))).toEqual([7])
    expect(lanes.handedOver()).toBe(before)
    const drip = Array.from(bytes, (byte) => Buffer.from([byte]))
    expect(bodies(await talk(lanes.fastPort, drip, 300, 1))).toEqual([7])
    expect(lanes.handedOver()).toBe(before + 1)
  })

  it('gives away a call that is not whole after a second, with all its bytes', async () => {
    const before = lanes.handedOver()
    const bytes = post(call(8))
    const socket = connect(lanes.fastPort, '127.0.0.1')
    let got = ''
    socket.on('data', (chunk) => {
      got += chunk.toString()
    })
    socket.write(bytes.subarray(0, 90))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(got).toBe('')
    socket.write(bytes.subarray(90))
    await expect.poll(() => bodies(got)).toEqual([8])
    expect(lanes.handedOver()).toBe(before + 1)
    socket.destroy()
  })

  it('ends a connection that says nothing, and lets open calls finish when the server closes', async () => {
    const slow = await startFaultyNode({ target: 'http://127.0.0.1:9', mode: { slow: 500 } })
    const own = await startLanes({ rpc: slow.url, idle: 300 })
    const closed = (socket: Socket) => new Promise<void>((resolve) => socket.on('close', () => resolve()))
    const silent = connect(own.fastPort, '127.0.0.1').resume()
    await closed(silent)
    const idle = closed(connect(own.fastPort, '127.0.0.1').resume())
    const busy = connect(own.fastPort, '127.0.0.1')
    let got = ''
    busy.on('data', (chunk) => {
      got += chunk.toString()
    })
    busy.write(post(call(1, 'eth_gasPrice')))
    await expect.poll(() => slow.requests).toBe(1)
    own.lane.close()
    await Promise.all([idle, closed(busy)])
    expect(got).toMatch(/^HTTP\/1\.1 \d{3} .*\r\nConnection: close\r\n/s)
    await own.close()
    await slow.stop()
  })

  it('believes X-Forwarded-For of known proxies only, and limits by it', async () => {
    const env = { LATCHKEY_MODE: 'production', LATCHKEY_RATE_LIMIT: '1', LATCHKEY_RATE_BURST: '2' }
    const now = new Date()
    const clock = () => now
    const trusting = await startLanes({ env: { ...env, LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }, clock })
    const from = (ip: string) => post(call(), `X-Forwarded-For: ${ip}\r\n`)
    const row = ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8'].map(from)
    const statuses = async (port: number) =>
      [...(await talk(port, row, 300, row.length)).matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
    expect(await statuses(trusting.fastPort)).toEqual([200, 200, 429, 200])
    expect(trusting.handedOver()).toBe(0)
    await trusting.close()
    const other = await startLanes({ env, clock })
    expect(await statuses(other.fastPort)).toEqual([200, 200, 429, 429])
    await other.close()
  })

  it('counts what it answers', async () => {
    const figure = async () =>
      (await lanes.metrics.requests.get()).values.find(({ labels }) => labels.route === '/v1' && labels.status === 200)
        ?.value ?? 0
    const before = await figure()
    await talk(lanes.fastPort, [post(call(1)), post(call(2))], 300, 2)
    expect(await figure()).toBe(before + 2)
  })

  it('lets WebSockets through', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${lanes.fastPort}/v1${query}`)
    const code = await new Promise((resolve) => {
      socket.on('error', resolve)
      socket.on('close', resolve)
    })
    // The node behind it is down; that the server says so shows that it took the upgrade.
    expect(code).toBe(1012)
  })

  it('answers half a message with 400 when its client hangs up', async () => {
    const text = await new Promise((resolve) => {
      let got = ''
      const socket = connect(lanes.fastPort, '127.0.0.1', () => socket.end(post(call()).subarray(0, 60)))
      socket.on('data', (chunk) => {
        got += chunk.toString()
      })
      socket.on('close', () => resolve(got))
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  })
})
