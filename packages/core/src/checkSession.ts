import { isAccountId, isChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Connector, WalletSession } from './connector.js'

/** Checks what a connector says where it enters; a wallet that answers nonsense is refused, not shown. */
export function checkSession(connector: Connector, session: WalletSession): WalletSession {
  const accounts: unknown = session?.accounts
  const chains: unknown = Object.values(session?.chains ?? {})
  if (
    Array.isArray(accounts) &&
    accounts.length > 0 &&
    accounts.every(isAccountId) &&
    (chains as unknown[]).every(isChainId) &&
    (session.facts === undefined || hasFacts(session.facts))
  )
    return session
  throw new LatchkeyError('WALLET_BAD_ANSWER', `${connector.name} returned an unexpected response.`, {
    hints: ['Unlock the wallet, choose an account in it, and try again.'],
  })
}

/** True for what a wallet may say of its accounts, by CAIP-10 id. */
export function hasFacts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(([account, facts]) => isAccountId(account) && isFacts(facts))
}

function isFacts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { type, publicKey, path } = value as { [key: string]: unknown }
  return [type, publicKey, path].every((text) => text === undefined || (typeof text === 'string' && text.length <= 512))
}
