import type { ReadContext, TransactionOutcome } from '@latchkey/core'
import { pause } from '@latchkey/core/family'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { expectGood, readLcd, record, whole } from './lcd.js'

/** Waits until a block holds the transaction, for as long as the signal lets it. */
export async function waitForTransactionReceipt(
  context: ReadContext,
  { hash, signal }: { hash: string; signal?: AbortSignal },
): Promise<TransactionOutcome> {
  if (!/^[0-9a-fA-F]{64}$/.test(hash)) throw new LatchkeyError('INVALID_PARAMS', 'This is not a transaction hash.')
  for (;;) {
    try {
      const answer = await readLcd(context, `/cosmos/tx/v1beta1/txs/${hash.toUpperCase()}`, signal)
      if (answer.status !== 404) {
        const { code, height } = record(expectGood(answer).tx_response)
        const blockNumber = whole(height)
        // Height nought: taken, and in no block yet.
        if (blockNumber > 0n) return { status: code === 0 ? 'confirmed' : 'failed', blockNumber }
      }
    } catch (thrown) {
      // A node that is away for a moment says nothing about the transaction.
      if (isLatchkeyError(thrown) && ['ABORTED', 'NO_RPC_URL'].includes(thrown.code)) throw thrown
    }
    await pause(context.chain.testnet ? 300 : 2_000, signal)
  }
}
