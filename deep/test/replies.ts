import fc from 'fast-check'

/** The bytes of an answer of a node, right or nearly so: heads, chunks, lengths and line breaks in odd orders. */
export const replyBytes: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('length', 'chunked', 'close'), body(), fc.nat(20)).map(whole) },
  { weight: 3, arbitrary: fc.array(pieces(), { maxLength: 14 }).map((parts) => Buffer.from(parts.join(''), 'latin1')) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)) },
)

/** Cuts bytes into pieces at the given places. */
export function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((one, other) => one - other)
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

function body(): fc.Arbitrary<string> {
  return fc.oneof(fc.json({ maxDepth: 2 }), fc.string({ unit: 'binary', maxLength: 40 }))
}

function whole([framing, text, step]: [string, string, number]): Buffer {
  const bytes = Buffer.from(text)
  const head = (line: string) => Buffer.from(`HTTP/1.1 200 OK\r\n${line}\r\n`)
  if (framing === 'length') return Buffer.concat([head(`Content-Length: ${bytes.length}\r\n`), bytes])
  if (framing === 'close') return Buffer.concat([head(''), bytes])
  const parts = [head('Transfer-Encoding: chunked\r\n')]
  for (let at = 0; at < bytes.length; at += step + 1) {
    const part = bytes.subarray(at, at + step + 1)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

function pieces(): fc.Arbitrary<string> {
  return fc.constantFrom(
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.0 200 OK\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 204 No Content\r\n',
    'HTTP/1.1 429 Slow\r\n',
    'content-length: 5\r\n',
    'Content-Length: 0\r\n',
    'content-length: 99999999999\r\n',
    'transfer-encoding: chunked\r\n',
    'Transfer-Encoding: gzip, chunked\r\n',
    'connection: close\r\n',
    'retry-after: 1\r\n',
    ' folded\r\n',
    '\r\n',
    '\n',
    '\r',
    '5\r\nhello\r\n',
    '5;x=1\r\nhello\r\n',
    'ffffffff\r\n',
    '-1\r\n',
    '0\r\n',
    '0\r\n\r\n',
    'hello',
    '{}',
    '\0',
  )
}
