import { type ErrorCode, LatchkeyError } from '@latchkey/protocol/errors'

/** Why an upstream node gave no usable answer. */
export type UpstreamFaultCode = Extract<
  ErrorCode,
  'RPC_UNREACHABLE' | 'RPC_TIMEOUT' | 'RPC_BAD_ANSWER' | 'RATE_LIMITED' | 'NO_RPC_URL'
>

const messages: { readonly [code in UpstreamFaultCode]: string } = {
  RPC_UNREACHABLE: 'No node of this chain can be reached now',
  RPC_TIMEOUT: 'No node of this chain answered in time',
  RPC_BAD_ANSWER: 'The nodes of this chain gave no valid answer',
  RATE_LIMITED: 'The nodes of this chain ask to wait',
  NO_RPC_URL: 'No usable node is configured for this chain',
}

/**
 * An upstream node failed; says nothing about its address, so it may be shown to anyone.
 *
 * @example
 * import { UpstreamFault } from './upstreamFault.js'
 * throw new UpstreamFault('RPC_TIMEOUT', { sent: true })
 */
export class UpstreamFault extends LatchkeyError {
  declare readonly code: UpstreamFaultCode
  /** Whether the node may have received the request; only when false is it certain that nothing happened. */
  readonly sent: boolean
  /** How long the node asked to be left alone, in milliseconds. */
  readonly retryAfter: number | undefined

  constructor(
    code: UpstreamFaultCode,
    options: { sent: boolean; retryAfter?: number; cause?: unknown; details?: string },
  ) {
    super(code, messages[code], {
      cause: options.cause,
      ...(options.details === undefined ? {} : { details: options.details }),
    })
    this.sent = options.sent
    this.retryAfter = options.retryAfter
  }
}
