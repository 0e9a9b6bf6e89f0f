import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReplyReader, type WholeReply } from './createReplyReader.js'

const json = '{"jsonrpc":"2.0","id":1,"result":"\u{1f511}ü"}'
const size = Buffer.byteLength(json)
const head = (headers: string, status = '200 OK') => `HTTP/1.1 ${status}\r\n${headers}\r\n`
const withLength = head(`content-length: ${size}\r\n`) + json
const chunks = (text: string, cut: number) => {
  const bytes = Buffer.from(text)
  const parts = [bytes.subarray(0, cut), bytes.subarray(cut)].filter(({ length }) => length > 0)
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)};a=b\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from('0\r\nx-trailer: y\r\n\r\n'),
  ])
}
const inChunks = Buffer.concat([Buffer.from(head('Transfer-Encoding: Chunked\r\n')), chunks(json, 10)])

/** Yields the bytes in pieces that are overwritten after each, as the connection does. */
function feed(bytes: Buffer, cuts: readonly number[] = [], reader = createReplyReader()): WholeReply | undefined {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  let whole: WholeReply | undefined
  for (const [at, end] of places.slice(1).entries()) {
    const piece = Buffer.from(bytes.subarray(places[at], end))
    if (piece.length === 0) continue
    expect(whole).toBeUndefined()
    whole = reader.push(piece)
    piece.fill(0x58)
  }
  return whole
}

describe('an answer', () => {
  it('is refused at once when its head is nothing but blanks before a byte that has no place there', () => {
    const hostile = Buffer.from(head(`a:${' '.repeat(12_000)}\x01\r\n`), 'latin1')
    expect(() => createReplyReader().push(hostile)).toThrow(expect.objectContaining({ code: 'RPC_UNREACHABLE' }))
  })

  it('may have blanks around what its head says', () => {
    const padded = head(`content-length:${size}\r\nConnection:\t close \t\r\n`) + json
    expect(feed(Buffer.from(padded))).toMatchObject({ text: json, keep: false })
  })

  it.each([
    ['with a length', Buffer.from(withLength)],
    ['in chunks', inChunks],
    [
      'after interim ones',
      Buffer.from(`${head('', '100 Continue')}${head('x: y\r\n', '103 Early Hints')}${withLength}`),
    ],
  ])('%s is whole wherever it is cut', (_, bytes) => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 8 }), (cuts) => {
        const reader = createReplyReader()
        expect(feed(bytes, cuts, reader)).toMatchObject({ status: 200, text: json, keep: true })
        expect(reader.empty).toBe(true)
        expect(feed(bytes, cuts, reader)).toMatchObject({ text: json })
      }),
    )
    expect(feed(bytes, Array.from(bytes.keys()))).toMatchObject({ text: json })
  })

  it('may end with its connection, which then is of no more use', () => {
    const reader = createReplyReader()
    expect(feed(Buffer.from(head('') + json), [30], reader)).toBeUndefined()
    expect(reader.end()).toMatchObject({ text: json, keep: false })
  })

  it.each([
    [head(`content-length: ${size}\r\nconnection: close\r\n`) + json, { keep: false }],
    [withLength.replace('HTTP/1.1', 'HTTP/1.0'), { keep: false }],
    [`${withLength}HTTP/1.1 200 OK`, { keep: false, text: json }],
    [`${inChunks.toString()}x`, { keep: false, text: json }],
    [head('content-length: 0\r\nretry-after: 7\r\n', '429 Too Many'), { status: 429, retryAfter: 7_000, text: '' }],
    [head('', '204 No Content'), { status: 204, text: '', keep: true }],
    [head(`content-length: ${size}\r\nKeep-Alive: timeout=5, max=100\r\n`) + json, { keptFor: 5_000 }],
  ])('%j says what becomes of it', (text, expected) => {
    expect(feed(Buffer.from(text))).toMatchObject(expected)
  })
})

describe('what is no answer', () => {
  it.each([
    ['garbage', 'hello'],
    ['an older protocol', 'HTTP/0.9 200 OK\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['no status', 'HTTP/1.1 OK\r\n\r\n'],
    ['a switch of protocols', head('upgrade: x\r\n', '101 Switching')],
    ['two lengths', head(`content-length: ${size}\r\ncontent-length: ${size}\r\n`) + json],
    ['a length and chunks', head('content-length: 5\r\ntransfer-encoding: chunked\r\n') + json],
    ['another encoding', head('transfer-encoding: gzip, chunked\r\n') + json],
    ['a negative length', head('content-length: -1\r\n') + json],
    ['a length in hexadecimal', head('content-length: 0x10\r\n') + json],
    ['bare LF', withLength.replaceAll('\r\n', '\n').padEnd(20_000)],
    ['a bare LF in the head', head(`a: b\nc: d\r\ncontent-length: ${size}\r\n`) + json],
    ['a folded header', head(`a: b\r\n c\r\ncontent-length: ${size}\r\n`) + json],
    ['NUL', head(`a: \0\r\ncontent-length: ${size}\r\n`) + json],
    ['a head without end', `HTTP/1.1 200 OK\r\na: ${'b'.repeat(20_000)}`],
    ['a bad chunk size', `${head('transfer-encoding: chunked\r\n')}x\r\n`],
    ['a negative chunk size', `${head('transfer-encoding: chunked\r\n')}-1\r\n`],
    ['a chunk without its end', `${head('transfer-encoding: chunked\r\n')}1\r\nabc`],
    ['an endless chunk line', `${head('transfer-encoding: chunked\r\n')}1;${'a'.repeat(2_000)}`],
  ])('%s is refused', (_, text) => {
    for (const cuts of [[], [3, 25, 40]])
      expect(() => feed(Buffer.from(text, 'latin1'), cuts)).toThrow(
        expect.objectContaining({ code: 'RPC_UNREACHABLE', sent: true }),
      )
  })

  it.each([
    ['a length', head('content-length: 10485761\r\n')],
    ['a chunk', `${head('transfer-encoding: chunked\r\n')}a00001\r\n`],
  ])('%s over 10 MiB is refused before it is read', (_, text) => {
    expect(() => feed(Buffer.from(`${text} `))).toThrow(expect.objectContaining({ code: 'RPC_BAD_ANSWER' }))
  })

  it('an endless answer is refused at 10 MiB', () => {
    const reader = createReplyReader()
    reader.push(Buffer.from(head('')))
    const piece = Buffer.alloc(1024 * 1024)
    for (let at = 0; at < 10; at++) reader.push(piece)
    expect(() => reader.push(Buffer.from('x'))).toThrow(expect.objectContaining({ code: 'RPC_BAD_ANSWER' }))
  })

  it('endless trailers are refused too', () => {
    const reader = createReplyReader()
    reader.push(Buffer.from(`${head('transfer-encoding: chunked\r\n')}0\r\n`))
    const piece = Buffer.from(`a: ${'b'.repeat(1_000)}\r\n`.repeat(1_000))
    expect(() => {
      for (let at = 0; at < 12; at++) reader.push(piece)
    }).toThrow(expect.objectContaining({ code: 'RPC_BAD_ANSWER' }))
  })

  it.each([withLength.slice(0, 10), withLength.slice(0, -1), inChunks.toString('latin1').slice(0, -3)])(
    'an answer that was cut off is refused: %j',
    (text) => {
      const reader = createReplyReader()
      expect(reader.push(Buffer.from(text, 'latin1'))).toBeUndefined()
      expect(reader.empty).toBe(false)
      expect(() => reader.end()).toThrow(expect.objectContaining({ code: 'RPC_UNREACHABLE', sent: true }))
    },
  )

  it('never gives an answer or anything but a fault for random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.boolean(), (bytes, begun) => {
        try {
          expect(feed(Buffer.concat([Buffer.from(begun ? head('') : ''), bytes]))).toBeUndefined()
        } catch (error) {
          expect(error).toMatchObject({ name: expect.any(String), code: 'RPC_UNREACHABLE' })
        }
      }),
    )
  })
})
