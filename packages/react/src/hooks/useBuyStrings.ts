import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import { type BuyStrings, buyStrings } from '../strings/buyStrings.js'
import type { Strings } from '../strings/en.js'

/** All sentences, those of buying included, which are not in the page's first code. */
export function useBuyStrings(): Strings & BuyStrings {
  const { strings } = useLatchkey()
  return useMemo(() => ({ ...buyStrings, ...strings }), [strings])
}
