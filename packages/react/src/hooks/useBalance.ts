import type { GetBalanceErrorType, GetBalanceReturnType } from '@latchkey/core'
import { type GetBalanceQueryParameters, getBalanceQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/** The parameters of `useBalance`. */
export type UseBalanceParameters<selected = GetBalanceReturnType> = GetBalanceQueryParameters &
  QueryParameter<GetBalanceReturnType, GetBalanceErrorType, selected>

/**
 * The native balance of an account, read from its chain, new for 30 s.
 *
 * @param parameters - A CAIP-10 `account` (default: the connected one), a `config`, and TanStack's options as `query`.
 * @returns A TanStack query with the amount in base units, the decimals and the symbol; its error is what `getBalance` throws.
 *
 * @example
 * import { useBalance } from '@latchkey/react'
 * const { data: balance } = useBalance({ query: { refetchInterval: 30_000 } })
 */
export function useBalance<selected = GetBalanceReturnType>(
  parameters: UseBalanceParameters<selected> = {},
): UseQueryResult<selected, GetBalanceErrorType> {
  const config = useConfig(parameters)
  const { caipAddress } = useConnection({ config })
  const options = getBalanceQueryOptions(config, { account: parameters.account ?? caipAddress })
  return useQuery(withQuery(options, parameters.query))
}
