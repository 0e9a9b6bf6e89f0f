import { isAccountId, isChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Connector, WalletSession } from '../connector.js'

/** A picture may be a whole one, as a data URL. */
const longestText = 10_000

/** Checks what a connector says where it enters; a wallet that answers nonsense is refused, not shown. */
export function checkSession(connector: Connector, session: WalletSession): WalletSession {
  const accounts: unknown = session?.accounts
  const chains: unknown = Object.values(session?.chains ?? {})
  if (
    Array.isArray(accounts) &&
    accounts.length > 0 &&
    accounts.every(isAccountId) &&
    (chains as unknown[]).every(isChainId) &&
    (session.facts === undefined || hasFacts(session.facts)) &&
    (session.wallet === undefined || isFacts(session.wallet))
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

/** True for what a wallet may say of itself or of an account: plain texts. */
export function isFacts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { type, publicKey, path, name, icon } = value as { [key: string]: unknown }
  return [type, publicKey, path, name, icon].every(
    (text) => text === undefined || (typeof text === 'string' && text.length <= longestText),
  )
}
