import type { ChainId } from '@latchkey/core'
import { useCallback } from 'react'
import { useSupportedChains } from './useSupportedChains.js'

/** Returns whether the data API fills swaps on a chain; true for all while it has not said. */
export function useSwapsFilled(): (chainId: ChainId) => boolean {
  const { data } = useSupportedChains({ query: { select: ({ swaps }) => swaps } })
  return useCallback((chainId: ChainId) => data?.includes(chainId) ?? true, [data])
}
