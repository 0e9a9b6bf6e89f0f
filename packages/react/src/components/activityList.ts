import type { HistoryEntry, SentTransaction } from '@latchkey/core'

/** One row of the list: an entry of the history service, or a transfer of this browser that the service does not list yet. */
export type ActivityItem = {
  readonly key: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly status: SentTransaction['status']
} & ({ readonly entry: HistoryEntry } | { readonly sent: SentTransaction })

/** The rows of one month, or the pending ones. */
export type ActivityGroup = { readonly month: string | undefined; readonly items: readonly ActivityItem[] }

/**
 * Merges the history of the service with the transfers of this browser: each transaction once, pending ones first, then by month,
 * newest first.
 *
 * @param history - The transactions of the service.
 * @param sent - The transfers of this browser.
 * @param locale - The language of the months; the browser's own when absent.
 * @returns The groups; none is empty.
 */
export function groupActivity(
  history: readonly HistoryEntry[],
  sent: readonly SentTransaction[],
  locale?: string,
): readonly ActivityGroup[] {
  const items = new Map<string, ActivityItem>()
  for (const transaction of sent) {
    const { status, replacedBy, hash } = transaction
    // The same with another fee is the same; what gave way to something else stands beside it.
    const key = keyOf(transaction.chainId, status === 'replaced' ? hash : (replacedBy ?? hash))
    items.set(key, { key, at: transaction.at, status: transaction.status, sent: transaction })
  }
  for (const entry of history) {
    const { chain, hash, minedAt, status } = entry.metadata
    const key = keyOf(chain, hash)
    const at = Date.parse(minedAt)
    const own = items.get(key)
    // What no block holds has no time but that of the click.
    const time = status === 'pending' && own ? own.at : at
    items.set(key, { key, at: Number.isNaN(time) ? 0 : time, status, entry })
  }
  const sorted = [...items.values()].sort((one, other) => other.at - one.at)
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
  const groups = new Map<string | undefined, ActivityItem[]>()
  const pending = sorted.filter(({ status }) => status === 'pending')
  if (pending.length > 0) groups.set(undefined, pending)
  for (const item of sorted) {
    if (item.status === 'pending') continue
    const month = format.format(item.at)
    groups.set(month, [...(groups.get(month) ?? []), item])
  }
  return [...groups].map(([month, group]) => ({ month, items: group }))
}

function keyOf(chainId: string | null, hash: string): string {
  return `${chainId} ${hash.toLowerCase()}`
}
