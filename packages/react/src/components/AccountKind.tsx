import type { AccountType } from '@latchkey/core'
import { useAccountStrings } from '../hooks/useAccountStrings.js'

/** What an account is for, as a small label; nothing for the plain kind. */
export function AccountKind({ type }: { type: AccountType | undefined }) {
  const label = useAccountStrings().accountKinds[type ?? 'eoa']
  return label ? <span className="lk-badge">{label}</span> : null
}
