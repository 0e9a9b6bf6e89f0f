import { useLatchkey } from '../context.js'
import { type AccountStrings, accountStrings } from '../strings/accountStrings.js'
import { type ActivityStrings, activityStrings } from '../strings/activityStrings.js'
import type { Strings } from '../strings/en.js'

/** Put together once, and not by each row of a list. */
const made = new WeakMap<Strings, Strings & AccountStrings & ActivityStrings>()

/** All sentences, those of the list of transactions included, which are not in the page's first code. */
export function useActivityStrings(): Strings & AccountStrings & ActivityStrings {
  const { strings } = useLatchkey()
  const known = made.get(strings)
  if (known) return known
  const all = { ...accountStrings, ...activityStrings, ...strings }
  made.set(strings, all)
  return all
}
