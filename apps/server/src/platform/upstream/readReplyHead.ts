import { waitOf } from './upstreamReply.js'

/** The parsed head of an HTTP response. */
export type ReplyHead = {
  /** The head itself, from the status line to the empty line. */
  head: string
  status: number
  /** How the end of the body is found; the number is its length in bytes. */
  framing: number | 'chunked' | 'close'
  /** Whether the connection takes another request. */
  keep: boolean
  /** How long the node keeps an idle connection, in milliseconds. */
  keptFor: number | undefined
  /** The wait it asks for, in milliseconds. */
  retryAfter: number | undefined
}

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t -~\x80-\xff]*)?$/
// Blanks around the value are taken off by hand: in the pattern they could be divided in so many ways that it takes hours.
const headerLine = /^([\w!#$%&'*+.^`|~-]+):([\t -~\x80-\xff]*)$/

/**
 * Reads the head of an HTTP/1.1 answer, strictly: whatever could be read in two ways is not read at all.
 *
 * @param head - The head as Latin-1 text, the empty line included.
 * @returns What it says, or nothing when it is no valid head.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 */
export function readReplyHead(head: string): ReplyHead | undefined {
  const lines = head.slice(0, -4).split('\r\n')
  const first = statusLine.exec(lines[0] ?? '')
  if (!first) return undefined
  const headers = new Map<string, string>()
  for (let at = 1; at < lines.length; at++) {
    const header = headerLine.exec(lines[at] ?? '')
    if (!header) return undefined
    const [, name = '', value = ''] = header
    const key = name.toLowerCase()
    const framing = key === 'content-length' || key === 'transfer-encoding'
    if (framing && headers.has(key)) return undefined
    headers.set(key, trimmed(value))
  }
  const status = Number(first[2])
  const framing = framingOf(status, headers.get('content-length'), headers.get('transfer-encoding'))
  if (framing === undefined) return undefined
  const connection = (headers.get('connection') ?? '').toLowerCase()
  const seconds = /(?:^|[ ,])timeout=(\d{1,6})(?:$|[ ,])/i.exec(headers.get('keep-alive') ?? '')?.[1]
  return {
    head,
    status,
    framing,
    keep: framing !== 'close' && first[1] === '1' && !/(^|[ ,])close($|[ ,])/.test(connection),
    keptFor: seconds === undefined ? undefined : Number(seconds) * 1000,
    retryAfter: waitOf(headers.get('retry-after')),
  }
}

function framingOf(
  status: number,
  length: string | undefined,
  encoding: string | undefined,
): ReplyHead['framing'] | undefined {
  if (length !== undefined && encoding !== undefined) return undefined
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return undefined
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') return undefined
  if (status < 200 || status === 204 || status === 304) return 0
  if (encoding !== undefined) return 'chunked'
  return length === undefined ? 'close' : Number(length)
}

/** Without the blanks and tabs around it; `trim` would take other white space off too. */
function trimmed(text: string): string {
  const isBlank = (at: number) => text[at] === ' ' || text[at] === '\t'
  let start = 0
  let end = text.length
  while (start < end && isBlank(start)) start++
  while (end > start && isBlank(end - 1)) end--
  return text.slice(start, end)
}
