import { useLatchkey } from '../context.js'
import type { Strings } from '../strings/en.js'
import { type WalletStrings, walletStrings } from '../strings/walletStrings.js'

/** Put together once, and not by each row of a list. */
const made = new WeakMap<Strings, Strings & WalletStrings>()

/** All sentences, those included that are not in the page's first code. */
export function useWalletStrings(): Strings & WalletStrings {
  const { strings } = useLatchkey()
  const known = made.get(strings)
  if (known) return known
  const all = { ...walletStrings, ...strings }
  made.set(strings, all)
  return all
}
