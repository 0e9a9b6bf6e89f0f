import type { ReadContext } from '@latchkey/core'
import { readUrl, type UrlAnswer } from '@latchkey/core/family'
import { type ErrorCode, isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'

/** What nodes say of a transaction that they do not take. */
const refusals: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [
    /missing-?inputs|missingorspent|mempool-conflict|rejecting replacement|insufficient fee/i,
    'TRANSACTION_REPLACED',
    'Another transaction has already spent these coins. Nothing was sent.',
  ],
  [
    /min relay fee|min fee not met|mempool full/i,
    'FEE_CAP_TOO_LOW',
    'The fee is less than the network accepts now. Nothing was sent; try again.',
  ],
  [/dust/i, 'INVALID_AMOUNT', 'The network does not carry so little. Nothing was sent.'],
  [
    /script-verify|script verify|witness program|signature/i,
    'WALLET_BAD_ANSWER',
    'The signature of the wallet is not valid. Nothing was sent.',
  ],
]

/** Sends a signed transaction by the chain's own node; one that the node knows already counts as sent. */
export async function broadcast(
  context: ReadContext,
  { hex, txid }: { readonly hex: string; readonly txid: string },
): Promise<string> {
  const answer = await post(context, hex, txid)
  if (answer.status < 300 && answer.text.trim().toLowerCase() === txid) return txid
  const details = answer.text.slice(0, 300)
  if (answer.status < 300) throw uncertain(txid, 'RPC_BAD_ANSWER', details)
  if (/already (in|known)|already-known|-27\b/i.test(details)) return txid
  const known = refusals.find(([pattern]) => pattern.test(details))
  if (known) throw new LatchkeyError(known[1], known[2], { details })
  throw new LatchkeyError('RPC_ERROR', 'The network refused the transaction. Nothing was sent.', { details })
}

async function post(context: ReadContext, hex: string, txid: string): Promise<UrlAnswer> {
  try {
    return await readUrl(context, { path: '/tx', body: hex, isRepeatable: false })
  } catch (thrown) {
    if (isLatchkeyError(thrown)) throw uncertain(txid, thrown.code, thrown.details ?? thrown.message)
    throw thrown
  }
}

/** A node that does not answer well may have passed it on all the same. */
function uncertain(txid: string, code: ErrorCode, details: string): LatchkeyError {
  return new LatchkeyError(code, 'Whether the transaction was sent is not known.', {
    details,
    hints: [`Look for ${txid} in an explorer before you send again.`],
  })
}
