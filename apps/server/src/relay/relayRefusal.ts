import { type ErrorCode, LatchkeyError } from '@latchkey/protocol/errors'

/** Why a call is refused, by the names that existing clients know. */
export type RelayProblem =
  | 'InvalidMethod'
  | 'InvalidParams'
  | 'InvalidTopic'
  | 'PayloadSizeExceeded'
  | 'BatchLimitExceeded'
  | 'BatchEmpty'
  | 'Serialization'
  | 'TtlTooShort'
  | 'TtlTooLong'
  | 'MailboxLimitExceeded'
  | 'SubscriberLimitExceeded'
  | 'TooManyRequests'
  | 'Internal'

const kinds: { readonly [problem in RelayProblem]: readonly [rpcCode: number, code: ErrorCode] } = {
  InvalidMethod: [-32601, 'UNSUPPORTED_METHOD'],
  InvalidParams: [-32600, 'INVALID_PARAMS'],
  InvalidTopic: [-32600, 'INVALID_PARAMS'],
  PayloadSizeExceeded: [-32600, 'INVALID_PARAMS'],
  BatchLimitExceeded: [-32600, 'INVALID_PARAMS'],
  BatchEmpty: [-32600, 'INVALID_PARAMS'],
  Serialization: [-32600, 'INVALID_REQUEST'],
  TtlTooShort: [-32000, 'INVALID_PARAMS'],
  TtlTooLong: [-32000, 'INVALID_PARAMS'],
  MailboxLimitExceeded: [-32000, 'RATE_LIMITED'],
  SubscriberLimitExceeded: [-32000, 'RATE_LIMITED'],
  TooManyRequests: [3001, 'RATE_LIMITED'],
  Internal: [-32603, 'UNKNOWN'],
}

/** A call that the relay declines; answered as a JSON-RPC error with the problem in `data`. */
export class RelayRefusal extends LatchkeyError {
  readonly problem: RelayProblem

  constructor(problem: RelayProblem, message: string, options: { cause?: unknown } = {}) {
    const [rpcCode, code] = kinds[problem]
    super(code, message, { ...options, rpcCode })
    this.problem = problem
  }
}
