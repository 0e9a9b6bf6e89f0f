import { describe, expect, it } from 'vitest'
import { readSimplePost } from './readSimplePost.js'

const head = (line: string, ...headers: string[]) => [line, ...headers, '', ''].join('\r\n')
const plain = ['Host: localhost', 'Content-Length: 12']

describe('readSimplePost', () => {
  it('behavior: reads a plain call', () => {
    const text = head('POST /v1?chainId=eip155:1 HTTP/1.1', ...plain, 'X-Forwarded-For: 10.0.0.1')
    expect(readSimplePost(text)).toEqual({
      head: text,
      search: 'chainId=eip155:1',
      forwardedFor: '10.0.0.1',
      length: 12,
    })
  })

  // Node's own answer to these depends on how their bytes arrive, so that they are handed over is what can be held.
  it.each(['HTTP/2.0', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/1.12', 'http/1.1', ''])(
    'behavior: leaves %j to the full server',
    (version) => {
      expect(readSimplePost(head(`POST /v1 ${version}`, ...plain))).toBeUndefined()
    },
  )

  it('behavior: takes the blanks around a value off', () => {
    const text = head('POST /v1 HTTP/1.1', 'Host:localhost', 'Content-Length: \t12 \t', 'X-Forwarded-For:  a,  b ')
    expect(readSimplePost(text)).toMatchObject({ length: 12, forwardedFor: 'a,  b' })
  })

  it('behavior: is through with heads that are nothing but blanks before a byte that has no place there', () => {
    const hostile = head('POST /v1 HTTP/1.1', ...plain, `A:${' '.repeat(8000)}\x80`)
    for (let at = 0; at < 2000; at++) expect(readSimplePost(hostile)).toBeUndefined()
  })

  it.each([
    ['another method', 'GET /v1 HTTP/1.1', plain],
    ['another path', 'POST /v1/account HTTP/1.1', plain],
    ['no host', 'POST /v1 HTTP/1.1', ['Content-Length: 12']],
    ['no length', 'POST /v1 HTTP/1.1', ['Host: localhost']],
    ['two lengths', 'POST /v1 HTTP/1.1', [...plain, 'Content-Length: 12']],
    ['a length of nothing', 'POST /v1 HTTP/1.1', ['Host: localhost', 'Content-Length: 0']],
    ['chunks', 'POST /v1 HTTP/1.1', [...plain, 'Transfer-Encoding: chunked']],
    ['a folded header', 'POST /v1 HTTP/1.1', [...plain, ' folded']],
    ['an end of the connection', 'POST /v1 HTTP/1.1', [...plain, 'Connection: close']],
  ])('behavior: leaves %s to the full server', (_name, line, headers) => {
    expect(readSimplePost(head(line, ...headers))).toBeUndefined()
  })
})
