import { type AccountId, getBalances, type TokenBalance } from '@latchkey/core'
import { balanceRetryGate, portfolioFresh } from '@latchkey/protocol/limits'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAccount } from './useAccount.js'
import { useConfig } from './useConfig.js'

/** The key under which an account's balances are kept, to invalidate them. */
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
  const { caipAddress } = useAccount()
  const account = parameters.account ?? caipAddress
  return useQuery({
    queryKey: balancesKey(account),
    queryFn: account ? () => getBalances(config, { account }) : () => [],
    enabled: account !== undefined,
    staleTime: portfolioFresh,
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
