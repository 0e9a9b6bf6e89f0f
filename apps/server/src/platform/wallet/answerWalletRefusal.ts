import { isLatchkeyError } from '@latchkey/protocol/errors'
import { databaseRefusal } from '../http/databaseRefusal.js'
import { Refusal } from '../http/refusal.js'
import type { Log } from '../log/log.js'
import { logFailedCall } from '../log/logFailedCall.js'
import { WalletRefusal } from './walletRefusal.js'

/** Maps an error to a response with its code; unexpected errors go only to the log. */
export function answerWalletRefusal(error: unknown, log: Log, onRefused?: (code: string) => void): Response {
  const refusal = error instanceof WalletRefusal ? error : toRefusal(error)
  onRefused?.(refusal.refusal)
  const { status } = refusal
  logFailedCall(log, {
    status,
    ...(status === 500 ? { error } : { error: databaseRefusal(error) ?? error, code: refusal.refusal }),
  })
  const { retryAfterMs } = refusal.more
  return Response.json(refusal.body, {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }),
    },
  })
}

function toRefusal(error: unknown): WalletRefusal {
  // What reads bodies is shared with the data API and says it in that API's words.
  if (error instanceof Refusal && error.status === 413) return new WalletRefusal('TOO_LARGE', error.message)
  if (error instanceof Refusal && error.status === 400) return new WalletRefusal('INVALID', error.message)
  const isDown = isLatchkeyError(error, 'API_UNREACHABLE') || databaseRefusal(error) !== undefined
  return isDown
    ? new WalletRefusal('UNAVAILABLE', 'This is not available for a moment. Try again soon.')
    : new WalletRefusal('INTERNAL', 'Something went wrong here')
}
