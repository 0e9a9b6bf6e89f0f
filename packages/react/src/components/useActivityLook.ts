import type { Chain } from '@latchkey/core'
import { useMemo } from 'react'
import { useChain } from '../hooks/useChain.js'
import { useConnection } from '../hooks/useConnection.js'
import { useFiat } from '../hooks/useFiat.js'
import { useNames } from '../hooks/useNames.js'

/** What all lines of a list of transactions are drawn with. */
export type ActivityLook = {
  readonly address: string
  readonly chains: readonly Chain[]
  readonly showFiat: ReturnType<typeof useFiat>['showFiat']
  /** There is a name service that may name who stands in a line. */
  readonly hasNames: boolean
}

/** Reads it once for the list: a line that watched queries and stores by itself would take longer to draw than everything in it. */
export function useActivityLook(address: string): ActivityLook {
  const { namespace } = useConnection()
  const { chains } = useChain()
  const { showFiat } = useFiat()
  const { isSuccess: hasNames } = useNames({ query: { enabled: namespace === 'eip155' } })
  return useMemo(() => ({ address, chains, showFiat, hasNames }), [address, chains, showFiat, hasNames])
}
