import { type ErrorCode, isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { type WalletRefusalBody, type WalletRefusalCode, walletRefusals } from '@latchkey/protocol/internal/walletApi'

const codes: { readonly [status: number]: ErrorCode } = {
  400: 'INVALID_PARAMS',
  401: 'UNAUTHORIZED',
  403: 'UNAUTHORIZED',
  413: 'INVALID_REQUEST',
  429: 'RATE_LIMITED',
  500: 'UNKNOWN',
  503: 'API_UNREACHABLE',
}

/** A refusal of the wallet's own server; its message can be shown. */
export class WalletServerError extends LatchkeyError {
  readonly refusal: WalletRefusalCode
  readonly retryAfterMs: number | undefined
  readonly serverTime: number | undefined
  readonly work: WalletRefusalBody['work']

  constructor({ code, message, retryAfterMs, serverTime, work }: WalletRefusalBody) {
    super(codes[walletRefusals[code]] ?? 'API_REFUSED', message)
    this.refusal = code
    this.retryAfterMs = retryAfterMs
    this.serverTime = serverTime
    this.work = work
  }
}

/**
 * Returns whether an error is a refusal of the wallet's own server, and of a given kind if one is asked for.
 *
 * @param error - Anything that was thrown.
 * @param refusal - The kind to look for.
 * @returns True when it is.
 */
export function isRefusal(error: unknown, refusal?: WalletRefusalCode): error is WalletServerError {
  return isLatchkeyError(error) && 'refusal' in error && (refusal === undefined || error.refusal === refusal)
}
