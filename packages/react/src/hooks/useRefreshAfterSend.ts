import { type AccountId, getBalances, type SentTransaction } from '@latchkey/core'
import { evmNativeAddress, toAccountId } from '@latchkey/protocol/caip'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLatchkey } from '../context.js'
import { useAccount } from './useAccount.js'
import { balancesKey } from './useBalances.js'
import { useSentTransactions } from './useSentTransactions.js'

/** Reads an account's balances anew, past every cache, once a transfer of this visit is in a block. */
export function useRefreshAfterSend(): void {
  const { config, once } = useLatchkey()
  const client = useQueryClient()
  const pending = once(createPending)
  const { address } = useAccount()
  const list = useSentTransactions(address)

  useEffect(() => {
    for (const transaction of list) {
      if (transaction.status === 'pending') pending.add(transaction.hash)
      else if (pending.delete(transaction.hash)) refresh(transaction)
    }

    function refresh(transaction: SentTransaction): void {
      const account = toAccountId(transaction.chainId, transaction.from)
      getBalances(config, { account, forceUpdate: touchedBy(transaction) })
        .then((balances) => client.setQueryData(balancesKey(account), balances))
        .catch(() => client.invalidateQueries({ queryKey: balancesKey(account) }))
    }
  }, [list, pending, config, client])
}

/** Hashes of the transfers that were seen without a block. */
export function createPending(): Set<string> {
  return new Set()
}

/** The fee was paid in the native coin, whatever was sent. */
function touchedBy({ chainId, token }: SentTransaction): AccountId[] {
  const native = chainId.startsWith('eip155:') ? [toAccountId(chainId, evmNativeAddress)] : []
  return token === undefined ? native : [...native, toAccountId(chainId, token)]
}
