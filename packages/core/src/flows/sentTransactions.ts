import type { ChainId } from '@latchkey/protocol/caip'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { pendingTransactions } from '@latchkey/protocol/internal/limits'
import { waitForTransactionReceipt } from '../actions/waitForTransactionReceipt.js'
import type { Config } from '../createConfig.js'

/** One transfer or swap that was sent from this browser. */
export type SentTransaction = {
  readonly hash: string
  readonly chainId: ChainId
  /** Plain addresses. */
  readonly from: string
  readonly to: string
  /** Decimal text, exact. */
  readonly amount: string
  readonly symbol: string
  /** Plain address of the token; absent for the native coin. */
  readonly token?: string
  /** The expected output of a swap, decimal text; absent for a transfer. */
  readonly received?: { readonly amount: string; readonly symbol: string }
  /** Milliseconds since 1970. */
  readonly at: number
  /**
   * `replaced`: another transaction of the same sender and number is in a block instead; `dropped`: no node knows it any more, on EVM
   * chains for 30 s, or never knew it for 10 minutes.
   */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'replaced' | 'dropped'
  /** The transaction that is in a block in its place. */
  readonly replacedBy?: string
}

/** The transfers that were sent from this browser, kept between visits. */
export type SentTransactions = {
  /** Those of a plain address, newest first; the same array until something changes. */
  list(address: string): readonly SentTransaction[]
  /** Stores a transfer; at most 99 per account, the oldest is dropped. */
  add(transaction: SentTransaction): void
  /** Waits until a block holds a transfer, and keeps what came of it. */
  follow(transaction: SentTransaction, signal?: AbortSignal): Promise<'confirmed' | 'failed'>
  /** Follows all pending transfers of an account until the returned function is called. */
  watch(address: string): () => void
  subscribe(listener: () => void): () => void
}

/**
 * Creates the record of transfers that a config's visitor sent from this browser.
 *
 * @param config - The config; its storage keeps the record.
 * @returns The record.
 *
 * @example
 * import { createSentTransactions } from '@latchkey/core'
 * const [newest] = createSentTransactions(config).list('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
 */
export function createSentTransactions(config: Config): SentTransactions {
  // One per config, so that swaps reach the subscribers of the transfer list.
  const known = config._internal.singletons.get('sent')
  if (known) return known as SentTransactions
  const listeners = new Set<() => void>()
  const lists = new Map<string, readonly SentTransaction[]>()

  function list(address: string): readonly SentTransaction[] {
    const key = keyOf(address)
    const known = lists.get(key)
    if (known) return known
    const kept = config.storage.get(key, isList) ?? []
    lists.set(key, kept)
    return kept
  }

  function change(address: string, next: readonly SentTransaction[]): void {
    const key = keyOf(address)
    const kept = next.slice(0, pendingTransactions)
    lists.set(key, kept)
    config.storage.set(key, kept)
    for (const listener of [...listeners]) listener()
  }

  async function follow(transaction: SentTransaction, signal?: AbortSignal): Promise<'confirmed' | 'failed'> {
    const { hash, chainId, from } = transaction
    const note = (what: Pick<SentTransaction, 'status' | 'replacedBy'>) =>
      change(
        from,
        list(from).map((known) => (known.hash === hash && known.chainId === chainId ? { ...known, ...what } : known)),
      )
    const outcome = await waitForTransactionReceipt(config, { hash, chainId, ...(signal ? { signal } : {}) }).catch(
      (cause: unknown) => {
        if (isLatchkeyError(cause, 'TRANSACTION_DROPPED')) note({ status: 'dropped' })
        if (isLatchkeyError(cause, 'TRANSACTION_REPLACED')) note({ status: 'replaced' })
        throw cause
      },
    )
    const { replacement } = outcome
    // What was cancelled, or gave way to something else, has not taken effect.
    const isReplaced = replacement !== undefined && replacement.reason !== 'repriced'
    note({
      status: isReplaced ? 'replaced' : outcome.status,
      ...(replacement === undefined ? {} : { replacedBy: replacement.hash }),
    })
    return isReplaced ? 'failed' : outcome.status
  }

  const made: SentTransactions = {
    list,
    follow,
    add(transaction) {
      const others = list(transaction.from).filter(
        ({ hash, chainId }) => hash !== transaction.hash || chainId !== transaction.chainId,
      )
      change(transaction.from, [transaction, ...others])
    },
    watch(address) {
      const ending = new AbortController()
      for (const transaction of list(address)) {
        // A chain that the app no longer lists cannot be asked; the transfer stays as it was last known.
        if (transaction.status === 'pending') follow(transaction, ending.signal).catch(() => {})
      }
      return () => ending.abort()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  config._internal.singletons.set('sent', made)
  return made
}

function keyOf(address: string): string {
  return `sent/${/^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address}`
}

function isList(value: unknown): value is readonly SentTransaction[] {
  return Array.isArray(value) && value.every(isSentTransaction)
}

function isSentTransaction(value: unknown): value is SentTransaction {
  if (typeof value !== 'object' || value === null) return false
  const { hash, chainId, from, to, amount, symbol, token, received, at, status, replacedBy } = value as SentTransaction
  const got = received ?? { amount: '', symbol: '' }
  return (
    [hash, chainId, from, to, amount, symbol, token ?? '', got.amount, got.symbol, replacedBy ?? ''].every(
      (text) => typeof text === 'string' && text.length < 300,
    ) &&
    typeof at === 'number' &&
    ['pending', 'confirmed', 'failed', 'replaced', 'dropped'].includes(status)
  )
}
