import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import { type AccountStrings, accountStrings } from '../strings/accountStrings.js'
import type { Strings } from '../strings/en.js'
import { type SwapStrings, swapStrings } from '../strings/swapStrings.js'

/** All sentences, those of the swap views included, which are not in the page's first code. */
export function useSwapStrings(): Strings & AccountStrings & SwapStrings {
  const { strings } = useLatchkey()
  return useMemo(() => ({ ...accountStrings, ...swapStrings, ...strings }), [strings])
}
