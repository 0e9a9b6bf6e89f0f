import type { AccountId, Namespace } from '@latchkey/protocol/caip'
import { getConnection } from '../actions/getConnection.js'
import type { Config } from '../createConfig.js'
import { detailed, type Holdings } from '../state.js'

/** Stores the balances of a family's active account; those of other accounts are dropped. */
export function persistBalances(
  config: Config,
  namespace: Namespace,
  account: AccountId,
  part: Omit<Holdings, 'account'>,
): void {
  if (getConnection(config, { namespace }).caipAddress !== account) return
  const before = config.state.details?.[namespace]?.holdings
  const holdings = { ...(before?.account === account && before), account, ...part }
  // What is kept for a while is read again and again; only another amount is news.
  if (JSON.stringify(before) !== JSON.stringify(holdings)) {
    config._internal.update((state) => detailed(state, namespace, { holdings }))
  }
}
