import type { NodeAnswer, NodeCall } from './answer.js'
import { hideAddress } from './hideAddress.js'
import { UpstreamFault } from './upstreamFault.js'
import type { UpstreamReply } from './upstreamReply.js'

/** The JSON of a call. */
export function encode(id: number, { method, params }: NodeCall): string {
  return params === undefined
    ? `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}}`
    : `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`
}

/** The text of an answer that is one; throws where the status says that it is none. */
export function usable(reply: UpstreamReply): string {
  if (reply.status === 200 || reply.status === 400) return reply.text
  const wait = reply.retryAfter === undefined ? {} : { retryAfter: reply.retryAfter }
  if (reply.status === 429) throw new UpstreamFault('RATE_LIMITED', { sent: true, ...wait })
  throw new UpstreamFault('RPC_UNREACHABLE', { sent: true, details: `HTTP status ${reply.status}`, ...wait })
}

const busy =
  /rate.?limit|too many requests|limit exceeded|quota|capacity|overload|try again|temporar|header not found|unavailable|timed? ?out/i

/** Some nodes say "not now" in a JSON-RPC error; a revert or a bad parameter is an answer and stays one. */
export function refuseBusy<T extends NodeAnswer>(answer: T): T {
  if (answer.ok) return answer
  const { code, message } = answer.error
  const serverError = code <= -32000 && code >= -32099
  if (code === -32005 || code === 429 || (serverError && !/revert/i.test(message) && busy.test(message))) {
    throw new UpstreamFault('RATE_LIMITED', { sent: true, details: message.slice(0, 200) })
  }
  return answer
}

/** Error texts of some nodes carry their own address, key included. */
export function scrub<T extends NodeAnswer>(answer: T, url: URL): T {
  if (answer.ok) return answer
  const tail = hideAddress(answer.tail, url)
  return tail === answer.tail ? answer : { ...answer, ...(JSON.parse(`{${tail}`) as object), tail }
}
