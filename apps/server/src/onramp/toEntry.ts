import type { HistoryEntry } from '@latchkey/protocol/accountApi'
import type { KeptPurchase } from './createPurchaseTables.js'
import type { OnrampProvider } from './onrampProvider.js'

/** A purchase as a history tells it: its state has words of its own there. */
export type PurchaseEntry = Omit<HistoryEntry, 'metadata'> & {
  metadata: Omit<HistoryEntry['metadata'], 'status'> & {
    status: `ONRAMP_TRANSACTION_STATUS_${'IN_PROGRESS' | 'SUCCESS' | 'FAILED'}`
  }
}

const words = { arrived: 'SUCCESS', failed: 'FAILED' } as const

/** Converts a purchase to an entry of its account's history; the price is left out, as it is private. */
export function toEntry(purchase: KeptPurchase, providers: readonly OnrampProvider[]): PurchaseEntry {
  const { chain, address, symbol, amount, hash, state, createdAt } = purchase
  const word = state === 'arrived' || state === 'failed' ? words[state] : 'IN_PROGRESS'
  const transfer = {
    fungible_info: { name: symbol, symbol },
    direction: 'in' as const,
    quantity: { numeric: amount ?? '0' },
  }
  return {
    // Its own name opens the purchase, which says more.
    id: `onramp:${purchase.reference}`,
    metadata: {
      operationType: 'buy',
      hash: hash ?? '',
      minedAt: new Date(createdAt * 1000).toISOString(),
      sentFrom: providers.find((one) => one.id === purchase.provider)?.name ?? purchase.provider,
      sentTo: address,
      status: `ONRAMP_TRANSACTION_STATUS_${word}`,
      nonce: 0,
      chain,
    },
    transfers: amount === null ? [] : [transfer],
  }
}
