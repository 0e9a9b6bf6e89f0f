import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import { type AccountStrings, accountStrings } from '../strings/accountStrings.js'
import { type ActivityStrings, activityStrings } from '../strings/activityStrings.js'
import type { Strings } from '../strings/en.js'

/** All sentences, those of the list of transactions included, which are not in the page's first code. */
export function useActivityStrings(): Strings & AccountStrings & ActivityStrings {
  const { strings } = useLatchkey()
  return useMemo(() => ({ ...accountStrings, ...activityStrings, ...strings }), [strings])
}
