import { type ErrorCode, LatchkeyError } from '@latchkey/protocol/errors'

/** Why a provider gave no usable answer. */
export type OnrampFaultCode = Extract<ErrorCode, 'API_UNREACHABLE' | 'API_REFUSED' | 'API_BAD_ANSWER' | 'RATE_LIMITED'>

/** A provider of purchases failed; says nothing that the provider said, so it may be shown to anyone. */
export class OnrampFault extends LatchkeyError {
  declare readonly code: OnrampFaultCode

  constructor(code: OnrampFaultCode, provider: string, what: string, options: { cause?: unknown } = {}) {
    super(code, `${provider} ${what}`, options)
  }
}
