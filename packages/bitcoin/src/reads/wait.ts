import type { ReadContext, TransactionOutcome } from '@latchkey/core'
import { pause } from '@latchkey/core/family'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { type EsploraTransaction, readBlockOf, readHistory, readTransaction } from './esplora.js'

/** How often in a row a node may not know a transaction that it has known, and one that it has never known. */
const polls = { known: 3, unknown: 60 }

/** Waits until a block holds the transaction, another one has taken its coins, or the chain has forgotten it. */
export async function waitForTransactionReceipt(
  context: ReadContext,
  { hash, signal }: { hash: string; signal?: AbortSignal },
): Promise<TransactionOutcome> {
  if (!/^[0-9a-fA-F]{64}$/.test(hash)) throw new LatchkeyError('INVALID_PARAMS', 'This is not a transaction id.')
  const txid = hash.toLowerCase()
  let seen: EsploraTransaction | undefined
  let misses = 0
  for (;;) {
    if (signal?.aborted) throw aborted()
    try {
      const height = await readBlockOf(context, txid, signal)
      if (typeof height === 'bigint') return { status: 'confirmed', blockNumber: height }
      misses = height === undefined ? misses + 1 : 0
      // What it spends tells later what took its place.
      if (height === null) seen ??= await readTransaction(context, txid)
      if (misses >= (seen ? polls.known : polls.unknown)) throw await gone(context, txid, seen)
    } catch (thrown) {
      // A node that is away for a moment says nothing about the transaction.
      if (
        isLatchkeyError(thrown) &&
        ['ABORTED', 'TRANSACTION_REPLACED', 'TRANSACTION_DROPPED', 'NO_RPC_URL'].includes(thrown.code)
      )
        throw thrown
    }
    await pause(context.chain.testnet ? 300 : 10_000, signal)
  }
}

async function gone(context: ReadContext, txid: string, seen: EsploraTransaction | undefined): Promise<LatchkeyError> {
  for (const spent of seen?.spends ?? []) {
    if (spent.address === undefined) continue
    const others = await readHistory(context, spent.address)
    const other = others.find(
      (one) =>
        one.txid !== txid && one.spends.some(({ txid: from, vout }) => from === spent.txid && vout === spent.vout),
    )
    if (other) {
      return new LatchkeyError('TRANSACTION_REPLACED', 'The transaction was replaced by another one.', {
        details: `replaced by ${other.txid}`,
        hints: ['It may be the same payment with a higher fee: look at it before you send again.'],
      })
    }
  }
  return new LatchkeyError('TRANSACTION_DROPPED', 'The network does not know this transaction any more.', {
    hints: ['Look into the wallet before you send again, and use a higher fee.'],
  })
}

function aborted(): LatchkeyError {
  return new LatchkeyError('ABORTED', 'Request was aborted')
}
