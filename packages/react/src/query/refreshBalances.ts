import { type AccountId, type Config, getBalances } from '@latchkey/core'
import { getBalancesQueryOptions } from '@latchkey/core/query'
import type { QueryClient } from '@tanstack/react-query'

/** Reads an account's balances anew, past every cache; `tokens` are those that changed, none for all. */
export function refreshBalances(
  config: Config,
  client: QueryClient,
  account: AccountId,
  tokens: readonly AccountId[] = [],
): void {
  const { queryKey } = getBalancesQueryOptions(config, { account })
  getBalances(config, { account, forceUpdate: tokens })
    .then((balances) => client.setQueryData(queryKey, balances))
    .catch(() => client.invalidateQueries({ queryKey }))
}
