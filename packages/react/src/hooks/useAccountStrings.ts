import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import { type AccountStrings, accountStrings } from '../strings/accountStrings.js'
import type { Strings } from '../strings/en.js'

/** All sentences, those of the views of an account included, which are not in the page's first code. */
export function useAccountStrings(): Strings & AccountStrings {
  const { strings } = useLatchkey()
  return useMemo(() => ({ ...accountStrings, ...strings }), [strings])
}
