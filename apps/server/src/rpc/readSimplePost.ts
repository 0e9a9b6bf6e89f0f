import { bodyLimit } from '../platform/http/readBody.js'

/** What matters of the head of a plain `POST /v1`. */
export type SimplePost = {
  /** The head itself, from the request line to the empty line. */
  head: string
  /** The query without its question mark. */
  search: string
  forwardedFor: string | undefined
  /** The bytes of the body. */
  length: number
}

const requestLine = /^POST \/v1\/?(?:\?([\w.~%!$&'()*+,;=:@/?-]*))? HTTP\/1\.1$/
// Blanks around the value are taken off afterwards: in the pattern, 8 kB of them would take a tenth of a second.
const headerLine = /^([\w!#$%&'*+.^`|~-]+):([\t -~]*)$/
const plainNumber = /^[1-9]\d{0,6}$/
/** What changes how a message is framed or what becomes of the connection. */
const meddling = new Set([
  'transfer-encoding',
  'te',
  'trailer',
  'expect',
  'upgrade',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
])

/**
 * Reads the head of a request if nothing about it is unusual; a full HTTP parser must read everything else.
 *
 * @param head - The head as Latin-1 text, the empty line included.
 * @returns What it says, or nothing at the least doubt.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 */
export function readSimplePost(head: string): SimplePost | undefined {
  const lines = head.slice(0, -4).split('\r\n')
  const first = requestLine.exec(lines[0] ?? '')
  if (!first) return undefined
  const seen = new Map<string, string>()
  for (let at = 1; at < lines.length; at++) {
    const header = headerLine.exec(lines[at] ?? '')
    if (!header) return undefined
    const [, name = '', text = ''] = header
    const value = text.trim()
    const key = name.toLowerCase()
    if (meddling.has(key)) return undefined
    if (key === 'connection' && value.toLowerCase() !== 'keep-alive') return undefined
    if (key === 'host' || key === 'content-length' || key === 'x-forwarded-for' || key === 'connection') {
      if (seen.has(key)) return undefined
      seen.set(key, value)
    }
  }
  const length = seen.get('content-length') ?? ''
  if (!seen.get('host') || !plainNumber.test(length) || Number(length) > bodyLimit) return undefined
  return { head, search: first[1] ?? '', forwardedFor: seen.get('x-forwarded-for'), length: Number(length) }
}
