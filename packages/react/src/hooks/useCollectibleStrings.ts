import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import { type AccountStrings, accountStrings } from '../strings/accountStrings.js'
import { type CollectibleStrings, collectibleStrings } from '../strings/collectibleStrings.js'
import type { Strings } from '../strings/en.js'

/** All sentences, those of collectibles included, which are not in the page's first code. */
export function useCollectibleStrings(): Strings & AccountStrings & CollectibleStrings {
  const { strings } = useLatchkey()
  return useMemo(() => ({ ...accountStrings, ...collectibleStrings, ...strings }), [strings])
}
