import type { ReadContext, TransactionOutcome } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { base58 } from '@scure/base'
import { ask, askValue, type Nodes, toInteger } from './rpc.js'

/**
 * How many blocks after the first look a transaction that nobody has seen can no longer come: a blockhash lives for 150, and
 * the node that is asked may have been some blocks behind the one that gave it.
 */
const lifetime = 150n + 32n

/**
 * Waits until a block holds the transaction, for as long as the signal lets it. One that no block held until its blockhash was
 * forgotten has failed: it cannot come any more.
 */
export async function waitForTransactionReceipt(
  nodes: Nodes,
  context: ReadContext,
  { hash, signal }: { hash: string; signal?: AbortSignal },
): Promise<TransactionOutcome> {
  if (!isSignature(hash))
    throw new LatchkeyError('INVALID_PARAMS', 'This is not the signature of a Solana transaction.')
  if (context.rpcUrls.length === 0) await ask(nodes, context, 'getSignatureStatuses', [])
  const interval = context.chain.testnet ? 300 : 1_000
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new LatchkeyError('ABORTED', 'Request was aborted'))
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
  let lastHeight: bigint | undefined
  const look = async (): Promise<TransactionOutcome | undefined> => {
    const options = { searchTransactionHistory: true }
    // The height is asked first: a transaction that is not there afterwards was not there at that height either.
    const height = toInteger(await ask(nodes, context, 'getBlockHeight', [{ commitment: 'finalized' }]))
    const value = await askValue(nodes, context, 'getSignatureStatuses', [[hash], options])
    const status: unknown = Array.isArray(value) ? value[0] : undefined
    if (typeof status === 'object' && status !== null) return outcomeOf(status)
    lastHeight ??= height + lifetime
    return height > lastHeight ? { status: 'failed', blockNumber: height } : undefined
  }
  const found = async (): Promise<TransactionOutcome> => {
    for (;;) {
      // A node that is away for a moment says nothing about the transaction, so every fault here means "ask again".
      const outcome = signal?.aborted ? undefined : await look().catch(() => undefined)
      if (signal?.aborted) return aborted
      if (outcome) return outcome
      await new Promise((resolve) => setTimeout(resolve, interval))
    }
  }
  try {
    return await Promise.race([aborted, found()])
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** Undefined while a block holds it of which too few have heard. */
function outcomeOf(status: object): TransactionOutcome | undefined {
  const { slot, err, confirmationStatus } = status as { slot?: unknown; err?: unknown; confirmationStatus?: unknown }
  if (confirmationStatus === 'processed') return undefined
  return { status: err === null || err === undefined ? 'confirmed' : 'failed', blockNumber: toInteger(slot) }
}

function isSignature(hash: string): boolean {
  try {
    return hash.length <= 88 && base58.decode(hash).length === 64
  } catch {
    return false
  }
}
