import { showAmount } from '@latchkey/core'
import { showAge } from '../primitives/showAge.js'
import type { AccountStrings } from '../strings/accountStrings.js'

/** What is said below a balance: what of it is pending, and how old it is where it could not be read again. */
export function balanceNote(
  token: { readonly symbol: string; readonly pending?: string | undefined } | undefined,
  age: number | undefined,
  strings: AccountStrings,
): string {
  const pending = token?.pending && strings.pendingAmount(showAmount(token.pending), token.symbol)
  return [pending, token && age !== undefined && strings.staleSince(showAge(age))].filter(Boolean).join(' · ')
}
