import {
  type AccountId,
  type Config,
  type GetBalancesErrorType,
  parseAccountId,
  type TokenBalance,
} from '@latchkey/core'
import { type GetBalancesQueryParameters, getBalancesQueryOptions, type QueryErrorType } from '@latchkey/core/query'
import { balanceRetryGate } from '@latchkey/protocol/internal/limits'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/** The parameters of `useBalances`. */
export type UseBalancesParameters<selected = readonly TokenBalance[]> = GetBalancesQueryParameters &
  QueryParameter<readonly TokenBalance[], QueryErrorType<GetBalancesErrorType>, selected>

/**
 * Native and token balances of an account, new for 30 s.
 *
 * @param parameters - A CAIP-10 `account` (default: the connected one), a `config`, and TanStack's options as `query`.
 * @returns A TanStack query; its error is what `getBalances` throws, and has the code BALANCE_UNAVAILABLE.
 *
 * @example
 * import { useBalances } from '@latchkey/react'
 * const { data: symbols } = useBalances({ query: { select: (balances) => balances.map(({ symbol }) => symbol) } })
 */
export function useBalances<selected = readonly TokenBalance[]>(
  parameters: UseBalancesParameters<selected> = {},
): UseQueryResult<selected, QueryErrorType<GetBalancesErrorType>> {
  const config = useConfig(parameters)
  const { caipAddress } = useConnection({ config })
  const account = parameters.account ?? caipAddress
  const options = {
    ...getBalancesQueryOptions(config, { account }),
    // What was last read stands until the answer is here, so that going from family to family shows an account at once.
    placeholderData: () => (account ? heldOf(config, account) : undefined),
    // While the gate is closed core answers with nothing new; asked then, a failure would turn into an empty list.
    retryOnMount: false,
    refetchOnWindowFocus: isGateOpen,
    refetchOnReconnect: isGateOpen,
  }
  return useQuery(withQuery(options, parameters.query))
}

function isGateOpen({ state }: { state: { errorUpdatedAt: number } }): boolean {
  return Date.now() - state.errorUpdatedAt >= balanceRetryGate
}

function heldOf(config: Config, account: AccountId): readonly TokenBalance[] | undefined {
  const held = config.state.details?.[parseAccountId(account).namespace]?.holdings
  return held?.account === account && held.tokenBalance?.length ? held.tokenBalance : undefined
}
