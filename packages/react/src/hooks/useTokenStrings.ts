import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import { type AccountStrings, accountStrings } from '../strings/accountStrings.js'
import { type ActivityStrings, activityStrings } from '../strings/activityStrings.js'
import type { Strings } from '../strings/en.js'
import { type TokenStrings, tokenStrings } from '../strings/tokenStrings.js'

/** All sentences, those of one token included, which are not in the page's first code. */
export function useTokenStrings(): Strings & AccountStrings & ActivityStrings & TokenStrings {
  const { strings } = useLatchkey()
  return useMemo(() => ({ ...accountStrings, ...activityStrings, ...tokenStrings, ...strings }), [strings])
}
