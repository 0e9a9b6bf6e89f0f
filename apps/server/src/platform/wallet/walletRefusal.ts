import { type ErrorCode, LatchkeyError } from '@latchkey/protocol/errors'
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

/**
 * A call that the wallet API declines; answered at its edge as `{ code, message }`.
 *
 * @example
 * import { WalletRefusal } from './walletRefusal.js'
 * throw new WalletRefusal('CODE_WRONG', 'Wrong code. Check the mail.')
 */
export class WalletRefusal extends LatchkeyError {
  readonly refusal: WalletRefusalCode
  readonly more: Pick<WalletRefusalBody, 'serverTime' | 'retryAfterMs' | 'work'>

  constructor(refusal: WalletRefusalCode, message: string, more: WalletRefusal['more'] = {}, cause?: unknown) {
    super(codes[walletRefusals[refusal]] ?? 'API_REFUSED', message, { cause })
    this.refusal = refusal
    this.more = more
  }

  get status(): (typeof walletRefusals)[WalletRefusalCode] {
    return walletRefusals[this.refusal]
  }

  get body(): WalletRefusalBody {
    return { code: this.refusal, message: this.message, ...this.more }
  }
}
