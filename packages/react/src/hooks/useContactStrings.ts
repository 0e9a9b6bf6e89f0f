import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import { type ContactStrings, contactStrings } from '../strings/contactStrings.js'
import type { Strings } from '../strings/en.js'

/** All sentences, those of the contacts included, which are not in the page's first code. */
export function useContactStrings(): Strings & ContactStrings {
  const { strings } = useLatchkey()
  return useMemo(() => ({ ...contactStrings, ...strings }), [strings])
}
