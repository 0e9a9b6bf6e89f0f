import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import type { Strings } from '../strings/en.js'
import { type WalletStrings, walletStrings } from '../strings/walletStrings.js'

/** All sentences, those included that are not in the page's first code. */
export function useWalletStrings(): Strings & WalletStrings {
  const { strings } = useLatchkey()
  return useMemo(() => ({ ...walletStrings, ...strings }), [strings])
}
