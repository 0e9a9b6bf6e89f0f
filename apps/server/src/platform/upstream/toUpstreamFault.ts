import { StaleConnection } from './staleConnection.js'
import { UpstreamFault } from './upstreamFault.js'

const notSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNABORTED'])

/** Maps a connection error to a fault that states whether the node may have received the request. */
export function toUpstreamFault(error: unknown): UpstreamFault {
  if (error instanceof UpstreamFault) return error
  const cause = error instanceof StaleConnection ? error.cause : error
  return new UpstreamFault('RPC_UNREACHABLE', { sent: !notSent.has(codeOf(cause) ?? ''), cause })
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  // Several addresses of one host that all refuse arrive as one error without a code of its own.
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
