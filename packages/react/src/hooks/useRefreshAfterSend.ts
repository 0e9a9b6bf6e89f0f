import type { AccountId, SentTransaction } from '@latchkey/core'
import { getCollectiblesInfiniteQueryOptions } from '@latchkey/core/query'
import { evmNativeAddress, toAccountId } from '@latchkey/protocol/caip'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLatchkey } from '../context.js'
import { refreshBalances } from '../query/refreshBalances.js'
import { useConnection } from './useConnection.js'
import { useSentTransactions } from './useSentTransactions.js'

/** Reads an account's balances anew, past every cache, once a transfer of this visit is in a block. */
export function useRefreshAfterSend(): void {
  const { config, getOrCreate } = useLatchkey()
  const client = useQueryClient()
  const known = getOrCreate(createKnown)
  const { address } = useConnection()
  const list = useSentTransactions(address)

  useEffect(() => {
    for (const transaction of list) {
      const { hash, status, at } = transaction
      if (status === 'pending') known.pending.add(hash)
      // A quick chain holds a transfer before any view has seen it pending.
      else if (!known.settled.has(hash) && (known.pending.delete(hash) || at >= known.since)) {
        known.settled.add(hash)
        const account = toAccountId(transaction.chainId, transaction.from)
        refreshBalances(config, client, account, touchedBy(transaction))
        if (transaction.token !== undefined)
          void client.invalidateQueries({ queryKey: getCollectiblesInfiniteQueryOptions(config).queryKey })
      }
    }
  }, [list, known, config, client])
}

/** What this visit knows of its transfers, by hash. */
export function createKnown(): { since: number; pending: Set<string>; settled: Set<string> } {
  return { since: Date.now(), pending: new Set(), settled: new Set() }
}

/** The fee was paid in the native coin, whatever was sent. */
function touchedBy({ chainId, from, token }: SentTransaction): AccountId[] {
  // Only EVM has an address for its coin; the account's own names the chain as well.
  const native = toAccountId(chainId, chainId.startsWith('eip155:') ? evmNativeAddress : from)
  return token === undefined ? [native] : [native, toAccountId(chainId, token)]
}
