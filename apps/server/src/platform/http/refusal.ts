import type { Refusal as RefusalBody } from '@latchkey/protocol/api'
import { type ErrorCode, LatchkeyError } from '@latchkey/protocol/errors'

/** The HTTP statuses that a refused call can end with. */
export type RefusalStatus = 400 | 401 | 404 | 405 | 413 | 422 | 426 | 429 | 500 | 503

const codes: { readonly [status in RefusalStatus]: ErrorCode } = {
  400: 'INVALID_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'API_REFUSED',
  405: 'UNSUPPORTED_METHOD',
  413: 'INVALID_REQUEST',
  422: 'INVALID_PARAMS',
  426: 'INVALID_REQUEST',
  429: 'RATE_LIMITED',
  500: 'UNKNOWN',
  503: 'API_UNREACHABLE',
}

/**
 * A call that the server declines: thrown anywhere below the edge, answered there as `{ status: 'FAILED', reasons }`.
 *
 * @example
 * import { Refusal } from './refusal.js'
 * throw new Refusal(400, 'currency', 'Unknown currency')
 */
export class Refusal extends LatchkeyError {
  readonly status: RefusalStatus
  readonly field: string
  readonly headers: { readonly [name: string]: string }

  constructor(
    status: RefusalStatus,
    field: string,
    description: string,
    options: { headers?: { readonly [name: string]: string }; code?: ErrorCode; cause?: unknown } = {},
  ) {
    super(options.code ?? codes[status], description, { cause: options.cause })
    this.status = status
    this.field = field
    this.headers = options.headers ?? {}
  }

  /** The body to answer with; existing clients read either `field` or `name`, so both are there. */
  get body(): RefusalBody {
    return {
      status: 'FAILED',
      reasons: [{ field: this.field, name: this.field, description: this.message }],
    }
  }
}
