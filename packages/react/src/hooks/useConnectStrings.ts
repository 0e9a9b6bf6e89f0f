import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import { type ConnectStrings, connectStrings } from '../strings/connectStrings.js'
import type { Strings } from '../strings/en.js'

/** All sentences, those of the list of wallets included, which are not in the page's first code. */
export function useConnectStrings(): Strings & ConnectStrings {
  const { strings } = useLatchkey()
  return useMemo(() => ({ ...connectStrings, ...strings }), [strings])
}
