import { getKnownBalances, type TokenBalance } from '@latchkey/core'
import { balanceRetryGate, portfolioFresh } from '@latchkey/protocol/internal/limits'
import { useEffect, useMemo, useRef } from 'react'
import { useLatchkey } from '../context.js'
import { useAccountStrings } from './useAccountStrings.js'
import { useBalances } from './useBalances.js'
import { useClock } from './useClock.js'
import { useConnection } from './useConnection.js'

/** What an account holds, ready to be drawn. */
export type Portfolio = {
  /** Most valuable first; the native coin leads those without a price. */
  readonly tokens: readonly TokenBalance[] | undefined
  readonly native: TokenBalance | undefined
  /** In US dollars; undefined while no token has a price. */
  readonly total: number | undefined
  readonly isPending: boolean
  readonly isFailed: boolean
  /** How long ago the numbers were read, in milliseconds, if that is longer than they hold; else undefined. */
  readonly age: number | undefined
  /** When the numbers were read, in milliseconds since 1970; undefined while there are none. */
  readonly readAt: number | undefined
  /** How many seconds must pass before it may be tried again; 0 when it may. */
  readonly retryIn: number
  readonly retry: () => void
}

/** Balances of the connected account, sorted and summed. A toast reports a failure once. */
export function usePortfolio(): Portfolio {
  const { config, toasts, getOrCreate } = useLatchkey()
  const strings = useAccountStrings()
  const { caipAddress } = useConnection()
  const { data: loaded, isPending, isError, isFetching, errorUpdatedAt, dataUpdatedAt, refetch } = useBalances()
  const reported = getOrCreate(createReported)

  useEffect(() => {
    const failure = `${caipAddress} ${errorUpdatedAt}`
    if (!isError || reported.has(failure)) return
    reported.add(failure)
    toasts.show(strings.balancesFailed, 'error')
  }, [isError, errorUpdatedAt, caipAddress, reported, toasts, strings])

  // A visitor who comes back after the gate has opened sees fresh numbers.
  const again = useRef<() => void>(undefined)
  useEffect(() => {
    again.current = () => {
      if (isError && Date.now() - errorUpdatedAt >= balanceRetryGate) refetch()
    }
  })
  useEffect(() => again.current?.(), [])

  // While the gate is closed core answers with what it knows, and after a reload a failure hides what the last visit read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer and each failure it may be another.
  const known = useMemo(
    () => (caipAddress ? getKnownBalances(config, { account: caipAddress }) : undefined),
    [config, caipAddress, dataUpdatedAt, errorUpdatedAt],
  )
  // After a reload too core answers with an empty list while the gate is closed: it was not read.
  const failedAt = isError ? errorUpdatedAt : known?.failedAt
  const hasFailed = failedAt !== undefined
  const now = useClock(hasFailed ? 1_000 : 10_000)
  const gate = hasFailed ? failedAt + balanceRetryGate - now : 0
  const data = known?.failedAt === undefined ? (loaded ?? (isError ? known?.balances : undefined)) : undefined
  const readAt = Math.min(dataUpdatedAt || now, known?.readAt ?? now)
  const isOld = data !== undefined && (isError || (!isFetching && now - readAt > portfolioFresh))
  const { tokens, native, total } = useMemo(() => summed(data), [data])
  return {
    tokens,
    native,
    total,
    isPending: isPending || (isFetching && data === undefined),
    isFailed: hasFailed && !isFetching,
    age: isOld ? Math.max(0, now - readAt) : undefined,
    readAt: data === undefined ? undefined : readAt,
    retryIn: Math.max(0, Math.ceil(gate / 1_000)),
    retry: () => void refetch(),
  }
}

/** The failures that a toast has reported already. */
export function createReported(): Set<string> {
  return new Set()
}

function summed(data: readonly TokenBalance[] | undefined): Pick<Portfolio, 'tokens' | 'native' | 'total'> {
  if (!data) return { tokens: undefined, native: undefined, total: undefined }
  const rank = (token: TokenBalance) => worthOf(token) ?? (token.address === undefined ? 0 : -1)
  const tokens = [...data].sort((one, other) => rank(other) - rank(one))
  const values = tokens.map(worthOf).filter((value) => value !== undefined)
  return {
    tokens,
    native: data.find(({ address }) => address === undefined),
    total: values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : undefined,
  }
}

/** What a balance is worth in US dollars; undefined where there is no price. */
export function worthOf(token: TokenBalance): number | undefined {
  if (!(token.price > 0)) return undefined
  return token.value ?? token.price * Number(token.quantity.numeric)
}
