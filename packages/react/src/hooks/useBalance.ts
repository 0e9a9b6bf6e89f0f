import { type AccountId, type GetBalanceReturnType, getBalance } from '@latchkey/core'
import { nativeBalanceFresh } from '@latchkey/protocol/limits'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/**
 * The native balance of an account, read from its chain, fresh for 30 s.
 *
 * @param parameters.account - A CAIP-10 account. Default: the connected one.
 * @returns A TanStack query with the amount in base units, the decimals and the symbol.
 *
 * @example
 * import { useBalance } from '@latchkey/react'
 * const { data } = useBalance()
 */
export function useBalance(parameters: { account?: AccountId } = {}): UseQueryResult<GetBalanceReturnType, Error> {
  const config = useConfig()
  const { caipAddress } = useConnection()
  const account = parameters.account ?? caipAddress
  return useQuery({
    queryKey: ['latchkey', 'balance', account],
    queryFn: () => {
      if (!account) throw new Error('Disabled without an account.')
      return getBalance(config, { account })
    },
    enabled: account !== undefined,
    staleTime: nativeBalanceFresh,
    retry: false,
  })
}
