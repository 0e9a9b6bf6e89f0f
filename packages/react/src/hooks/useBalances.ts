import { type AccountId, type Config, getBalances, parseAccountId, type TokenBalance } from '@latchkey/core'
import { balanceRetryGate, portfolioFresh } from '@latchkey/protocol/limits'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/**
 * The key under which an account's balances are kept, to invalidate them.
 *
 * @param account - The CAIP-10 account.
 * @returns A key of TanStack Query.
 *
 * @example
 * import { balancesKey, useConnection } from '@latchkey/react'
 * import { useQueryClient } from '@tanstack/react-query'
 * export function Refresh() {
 *   const { caipAddress } = useConnection()
 *   const client = useQueryClient()
 *   return <button onClick={() => client.invalidateQueries({ queryKey: balancesKey(caipAddress) })}>Refresh</button>
 * }
 */
export function balancesKey(account: AccountId | undefined): readonly unknown[] {
  return ['latchkey', 'balances', account]
}

/**
 * Native and token balances of an account, fresh for 30 s.
 *
 * @param parameters.account - A CAIP-10 account. Default: the connected one.
 * @returns A TanStack query; its error has the code BALANCE_UNAVAILABLE.
 *
 * @example
 * import { useBalances } from '@latchkey/react'
 * const { data: balances, isPending } = useBalances()
 */
export function useBalances(parameters: { account?: AccountId } = {}): UseQueryResult<readonly TokenBalance[], Error> {
  const config = useConfig()
  const { caipAddress } = useConnection()
  const account = parameters.account ?? caipAddress
  return useQuery({
    queryKey: balancesKey(account),
    queryFn: account ? () => getBalances(config, { account }) : () => [],
    enabled: account !== undefined,
    staleTime: portfolioFresh,
    // What was last read stands until the answer is here, so that going from family to family shows an account at once.
    placeholderData: () => (account ? heldOf(config, account) : undefined),
    retry: false,
    // While the gate is closed core answers with nothing new; asked then, a failure would turn into an empty list.
    retryOnMount: false,
    refetchOnWindowFocus: isGateOpen,
    refetchOnReconnect: isGateOpen,
  })
}

function isGateOpen({ state }: { state: { errorUpdatedAt: number } }): boolean {
  return Date.now() - state.errorUpdatedAt >= balanceRetryGate
}

function heldOf(config: Config, account: AccountId): readonly TokenBalance[] | undefined {
  const held = config.state.details?.[parseAccountId(account).namespace]?.holdings
  return held?.account === account && held.tokenBalance?.length ? held.tokenBalance : undefined
}
