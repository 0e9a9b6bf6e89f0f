import type { ChainId } from '@latchkey/protocol/caip'
import { pendingTransactions } from '@latchkey/protocol/limits'
import { waitForTransactionReceipt } from '../actions/waitForTransactionReceipt.js'
import type { Config } from '../createConfig.js'

/** One transfer that was sent from this browser. */
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
  /** Milliseconds since 1970. */
  readonly at: number
  readonly status: 'pending' | 'confirmed' | 'failed'
}

/** The transfers that were sent from this browser, kept between visits. */
export type SentTransactions = {
  /** Those of a plain address, newest first; the same array until something changes. */
  list(address: string): readonly SentTransaction[]
  /** Keeps a transfer; the oldest of an account gives way after 99. */
  add(transaction: SentTransaction): void
  /** Waits until a block holds a transfer, and keeps what came of it. */
  follow(transaction: SentTransaction, signal?: AbortSignal): Promise<'confirmed' | 'failed'>
  /** Follows all pending transfers of an account until the returned function is called. */
  watch(address: string): () => void
  subscribe(listener: () => void): () => void
}

/**
 * Makes the record of transfers that a config's visitor sent from this browser.
 *
 * @param config - The config; its storage keeps the record.
 * @returns The record.
 *
 * @example
 * import { createSentTransactions } from '@latchkey/core'
 * const [newest] = createSentTransactions(config).list('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
 */
export function createSentTransactions(config: Config): SentTransactions {
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
    const outcome = await waitForTransactionReceipt(config, { hash, chainId, ...(signal ? { signal } : {}) })
    const { reason = 'repriced' } = outcome.replacement ?? {}
    // What was cancelled, or gave way to something else, has not taken effect.
    const status = reason === 'repriced' ? outcome.status : 'failed'
    change(
      from,
      list(from).map((known) => (known.hash === hash && known.chainId === chainId ? { ...known, status } : known)),
    )
    return status
  }

  return {
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
}

function keyOf(address: string): string {
  return `sent/${/^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address}`
}

function isList(value: unknown): value is readonly SentTransaction[] {
  return Array.isArray(value) && value.every(isSentTransaction)
}

function isSentTransaction(value: unknown): value is SentTransaction {
  if (typeof value !== 'object' || value === null) return false
  const { hash, chainId, from, to, amount, symbol, token, at, status } = value as SentTransaction
  return (
    [hash, chainId, from, to, amount, symbol, token ?? ''].every(
      (text) => typeof text === 'string' && text.length < 300,
    ) &&
    typeof at === 'number' &&
    ['pending', 'confirmed', 'failed'].includes(status)
  )
}
