import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import { type EmailStrings, emailStrings } from '../strings/emailStrings.js'
import type { Strings } from '../strings/en.js'

/** All sentences, those about e-mail included, which are not in the page's first code. */
export function useEmailStrings(): Strings & EmailStrings {
  const { strings } = useLatchkey()
  return useMemo(() => ({ ...emailStrings, ...strings }), [strings])
}
