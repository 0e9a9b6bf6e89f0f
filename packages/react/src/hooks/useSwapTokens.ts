import { type ChainId, parseAccountId, subtractPending, type TokenBalance } from '@latchkey/core'
import { getSwapTokens, isToken } from '@latchkey/core/swap'
import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import { useBalances } from './useBalances.js'
import { useConnection } from './useConnection.js'
import { useSentTransactions } from './useSentTransactions.js'

/** A token of the list, with what the account holds of it. */
export type HeldSwapToken = SwapTokenInfo & {
  /** Decimal text; absent where the account holds none. */
  readonly held?: string
  /** What was sent of it and no block holds yet, as decimal text; `held` is less that. */
  readonly pending?: string
  /** In US dollars for one; 0 where unknown. */
  readonly price: number
}

/** What {@link useSwapTokens} gives. */
export type SwapTokens = {
  readonly tokens: readonly HeldSwapToken[]
  readonly balances: readonly TokenBalance[] | undefined
  readonly isPending: boolean
  readonly isError: boolean
  readonly refetch: () => void
}

/** The tokens that can be swapped on a chain: what the account holds first, most valuable on top. */
export function useSwapTokens(chainId: ChainId | undefined): SwapTokens {
  const { config } = useLatchkey()
  const { data: balances } = useBalances()
  const { address = '' } = useConnection()
  const sent = useSentTransactions(address)
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['swapTokens', config.uid, chainId],
    queryFn: ({ signal }) => getSwapTokens(config, { chainId: chainId as ChainId, signal }),
    enabled: chainId !== undefined,
    staleTime: 300_000,
    retry: 1,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is pending is a sum of what was sent.
  const tokens = useMemo(() => {
    const available = balances && subtractPending(config, address, balances)
    // A list has thousands of tokens: each is looked up, not searched for.
    const byAddress = new Map(available?.map((one) => [one.address?.toLowerCase() ?? one.chainId, one]))
    const coin = byAddress.get(chainId ?? '')
    const listed = (data ?? []).map((token): HeldSwapToken => {
      const found = coin && isToken(coin, token.address) ? coin : byAddress.get(token.address.toLowerCase())
      const { pending } = found ?? {}
      const isHeld = found !== undefined && (pending !== undefined || Number(found.quantity.numeric) > 0)
      const held = isHeld ? { held: found.quantity.numeric, ...(pending ? { pending } : {}) } : {}
      return { ...token, price: found?.price ?? 0, ...held }
    })
    return listed.sort((one, other) => worth(other) - worth(one))
  }, [data, balances, config, address, sent, chainId])
  return { tokens, balances, isPending, isError, refetch }
}

/** Whether a text is a token's address; on which chain is not said in it. */
export function addressIn(text: string): string | undefined {
  const plain = text.trim()
  return /^0x[0-9a-f]{40}$/i.test(plain) ? plain : undefined
}

/** The plain address of a token. */
export function plainAddress(token: SwapTokenInfo): string {
  return parseAccountId(token.address).address
}

/** Held tokens come first, those without a price behind the others. */
function worth({ held, price }: HeldSwapToken): number {
  return held === undefined ? -1 : Number(held) * price
}
