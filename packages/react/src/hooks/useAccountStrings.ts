import { useLatchkey } from '../context.js'
import { type AccountStrings, accountStrings } from '../strings/accountStrings.js'
import type { Strings } from '../strings/en.js'

/** Put together once, and not by each row of a list. */
const made = new WeakMap<Strings, Strings & AccountStrings>()

/** All sentences, those of the views of an account included, which are not in the page's first code. */
export function useAccountStrings(): Strings & AccountStrings {
  const { strings } = useLatchkey()
  const known = made.get(strings)
  if (known) return known
  const all = { ...accountStrings, ...strings }
  made.set(strings, all)
  return all
}
