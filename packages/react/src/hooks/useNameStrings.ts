import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import type { Strings } from '../strings/en.js'
import { type NameStrings, nameStrings } from '../strings/nameStrings.js'

/** All sentences, those of the views that register a name included, which are not in the page's first code. */
export function useNameStrings(): Strings & NameStrings {
  const { strings } = useLatchkey()
  return useMemo(() => ({ ...nameStrings, ...strings }), [strings])
}
