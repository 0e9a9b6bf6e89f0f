import { isAccountId, isChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Connector, Session } from './connector.js'

/** Checks what a connector says where it enters; a wallet that answers nonsense is refused, not shown. */
export function checkSession(connector: Connector, session: Session): Session {
  const accounts: unknown = session?.accounts
  const chains: unknown = Object.values(session?.chains ?? {})
  if (
    Array.isArray(accounts) &&
    accounts.length > 0 &&
    accounts.every(isAccountId) &&
    (chains as unknown[]).every(isChainId)
  )
    return session
  throw new LatchkeyError('WALLET_BAD_ANSWER', `${connector.name} answered in a form we do not understand.`, {
    hints: ['Unlock the wallet, choose an account in it, and try again.'],
  })
}
