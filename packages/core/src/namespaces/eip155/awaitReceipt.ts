import { LatchkeyError } from '@latchkey/protocol/errors'
import { transactionDroppedAfter, transactionUnseenAfter } from '@latchkey/protocol/internal/limits'
import type { Client, Hex, RpcTransaction } from 'viem'
import type { TransactionOutcome } from '../../namespace.js'
import { pause } from '../pause.js'

/** How many blocks back a replacement is searched for. */
const searchDepth = 200n

type Receipt = { readonly status: Hex; readonly blockNumber: Hex }
/** The node's data of the transaction, and the first block that can hold a replacement. */
type Seen = { readonly transaction: RpcTransaction; readonly after: bigint }

/**
 * Asks until a block holds the transaction, or another one of the same sender and number, or no node knows it any more. A node
 * that is away for a moment says nothing about the transaction.
 */
export function awaitReceipt(
  client: Pick<Client, 'request'>,
  interval: number,
  asked: Asked,
): Promise<TransactionOutcome> {
  // A node that is silent must not hold up who leaves.
  const left = new Promise<never>((_, reject) => {
    asked.signal?.addEventListener('abort', () => reject(aborted()), { once: true })
  })
  return Promise.race([left, askOn(client, interval, asked)])
}

type Asked = { readonly hash: string; readonly signal?: AbortSignal }

async function askOn(
  client: Pick<Client, 'request'>,
  interval: number,
  { hash, signal }: Asked,
): Promise<TransactionOutcome> {
  if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) throw new LatchkeyError('INVALID_PARAMS', 'This is not a transaction hash.')
  const ask = client.request as (asked: { method: string; params: readonly unknown[] }) => Promise<unknown>
  const receiptOf = async (of: string) =>
    (await ask({ method: 'eth_getTransactionReceipt', params: [of] })) as Receipt | null
  const unseen = createUnseenTimer()
  let seen: Seen | undefined
  let passed = 0
  for (;;) {
    if (signal?.aborted) throw aborted()
    try {
      const receipt = await receiptOf(hash)
      if (receipt) return outcomeOf(receipt)
      const after = seen?.after ?? BigInt((await ask({ method: 'eth_blockNumber', params: [] })) as Hex)
      const known = (await ask({ method: 'eth_getTransactionByHash', params: [hash] })) as RpcTransaction | null
      if (known) seen = { transaction: known, after }
      unseen.heard(known !== null)
      if (seen && !known) {
        const { transaction } = seen
        const count = BigInt(
          (await ask({ method: 'eth_getTransactionCount', params: [transaction.from, 'latest'] })) as Hex,
        )
        const isPassed = count > BigInt(transaction.nonce)
        const other = isPassed ? await findOther(ask, seen) : undefined
        const theirs = other && other.hash !== hash ? await receiptOf(other.hash) : undefined
        if (other && theirs) {
          return { ...outcomeOf(theirs), replacement: { hash: other.hash, reason: reasonOf(transaction, other) } }
        }
        // A node may know the new count before it knows the block.
        passed = isPassed ? passed + 1 : 0
        if (passed > 10) throw replaced()
      }
      if (unseen.isOver && passed === 0) throw dropped(seen !== undefined)
    } catch (thrown) {
      if (thrown instanceof LatchkeyError && ['TRANSACTION_DROPPED', 'TRANSACTION_REPLACED'].includes(thrown.code))
        throw thrown
    }
    if (signal?.aborted) throw aborted()
    await pause(interval, signal)
  }
}

/** Counts for how long no node has known a transaction: seconds where one has known it before, else minutes. */
function createUnseenTimer() {
  let isSeen = false
  let since = Date.now()
  let misses = 0
  return {
    isOver: false,
    heard(isKnown: boolean) {
      isSeen ||= isKnown
      if (isKnown) since = Date.now()
      misses = isKnown ? 0 : misses + 1
      const limit = isSeen ? transactionDroppedAfter : transactionUnseenAfter
      // A page that slept has not asked for long, which says nothing.
      this.isOver = misses >= 3 && Date.now() - since >= limit
    },
  }
}

/** The transaction of the same sender and number that a block holds. */
async function findOther(
  ask: (asked: { method: string; params: readonly unknown[] }) => Promise<unknown>,
  { transaction: { from, nonce }, after }: Seen,
): Promise<RpcTransaction | undefined> {
  const latest = BigInt((await ask({ method: 'eth_blockNumber', params: [] })) as Hex)
  const first = latest - after > searchDepth ? latest - searchDepth : after + 1n
  for (let block = first; block <= latest; block += 1n) {
    const params = [`0x${block.toString(16)}`, true]
    const found = (await ask({ method: 'eth_getBlockByNumber', params })) as { transactions?: RpcTransaction[] } | null
    const other = found?.transactions?.find(
      (one) => one.from.toLowerCase() === from.toLowerCase() && BigInt(one.nonce) === BigInt(nonce),
    )
    if (other) return other
  }
  return undefined
}

function reasonOf(before: RpcTransaction, after: RpcTransaction): 'repriced' | 'cancelled' | 'replaced' {
  const isSame = before.to === after.to && BigInt(before.value) === BigInt(after.value) && before.input === after.input
  if (isSame) return 'repriced'
  return after.from === after.to && BigInt(after.value) === 0n ? 'cancelled' : 'replaced'
}

function outcomeOf({ status, blockNumber }: Receipt): TransactionOutcome {
  return { status: BigInt(status) === 1n ? 'confirmed' : 'failed', blockNumber: BigInt(blockNumber) }
}

function replaced(): LatchkeyError {
  return new LatchkeyError('TRANSACTION_REPLACED', 'The transaction was replaced by another one.', {
    hints: ['It may be the same payment with a higher fee: look into the wallet before you send again.'],
  })
}

function dropped(isSeen: boolean): LatchkeyError {
  const message = isSeen
    ? 'The network does not know this transaction any more.'
    : 'The network has not seen this transaction.'
  return new LatchkeyError('TRANSACTION_DROPPED', message, {
    hints: ['Look into the wallet before you send again, and use a higher fee.'],
  })
}

function aborted(): LatchkeyError {
  return new LatchkeyError('ABORTED', 'Request was aborted')
}
