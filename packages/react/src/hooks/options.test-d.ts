import type { ConnectParameters, GetBalanceReturnType, HistoryEntry, LatchkeyError, TokenBalance } from '@latchkey/core'
import type * as builders from '@latchkey/core/query'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { describe, expectTypeOf, it } from 'vitest'
import { useBalance } from './useBalance.js'
import { useBalances } from './useBalances.js'
import { useConnect } from './useConnect.js'
import { useDisconnect } from './useDisconnect.js'
import { useHistory } from './useHistory.js'
import { useSendTransaction } from './useSendTransaction.js'

describe('queries', () => {
  it('behavior: the data is what the verb returns, the error has a code', () => {
    expectTypeOf(useBalance()).toEqualTypeOf<UseQueryResult<GetBalanceReturnType, LatchkeyError>>()
    expectTypeOf(useHistory()).toEqualTypeOf<UseInfiniteQueryResult<readonly HistoryEntry[], LatchkeyError>>()
    expectTypeOf(useBalance().error?.code).toEqualTypeOf<LatchkeyError['code'] | undefined>()
  })

  it('behavior: select changes the data', () => {
    const query = { select: (balances: readonly TokenBalance[]) => balances.length }
    expectTypeOf(useBalances({ query }).data).toEqualTypeOf<number | undefined>()
    expectTypeOf(useBalances({ query: { select: (all) => all[0]?.symbol } }).data).toEqualTypeOf<string | undefined>()
    expectTypeOf(useHistory({ query: { select: ({ pages }) => pages.length } }).data).toEqualTypeOf<
      number | undefined
    >()
  })

  it('error: the key and the function are not the caller’s', () => {
    // @ts-expect-error
    useBalance({ query: { queryKey: ['mine'] } })
    // @ts-expect-error
    useBalance({ query: { queryFn: () => 1 } })
    // @ts-expect-error
    useBalance({ query: { staleTime: 'long' } })
  })

  it('behavior: builders are taken by TanStack’s own hooks', () => {
    type Options = ReturnType<typeof builders.getBalancesQueryOptions>
    const options = {} as Options
    expectTypeOf(useQuery(options)).toEqualTypeOf<UseQueryResult<readonly TokenBalance[], LatchkeyError>>()
    expectTypeOf(useSuspenseQuery(options).data).toEqualTypeOf<readonly TokenBalance[]>()
    expectTypeOf(useQuery({ ...options, select: (all) => all.length }).data).toEqualTypeOf<number | undefined>()
  })
})

describe('mutations', () => {
  it('behavior: variables and error are the verb’s', () => {
    expectTypeOf(useConnect().mutate).parameter(0).toEqualTypeOf<ConnectParameters>()
    expectTypeOf(useSendTransaction().error?.code).toEqualTypeOf<LatchkeyError['code'] | undefined>()
    useDisconnect().mutate()
    useDisconnect().mutate({ connector: 'io.metamask' })
    // @ts-expect-error
    useConnect().mutate()
  })

  it('behavior: callbacks know them', () => {
    useConnect({
      mutation: {
        onMutate: () => 5,
        onError(error, variables, context) {
          expectTypeOf(error).toEqualTypeOf<LatchkeyError>()
          expectTypeOf(variables).toEqualTypeOf<ConnectParameters>()
          expectTypeOf(context).toEqualTypeOf<number | undefined>()
        },
      },
    })
    // @ts-expect-error
    useConnect({ mutation: { mutationFn: async () => 1 } })
  })
})
