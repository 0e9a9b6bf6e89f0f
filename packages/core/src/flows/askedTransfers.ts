import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'

/** How long an unanswered request may still be open in a wallet, in milliseconds. */
const openFor = 600_000

/** Records that a wallet was asked to send from an account: a page that reloads meanwhile gets no result. */
export function keepAsked(config: Config, account: AccountId): void {
  config.storage.set(keyOf(account), Date.now())
}

/** Forgets it, once it is known what became of the request. */
export function forgetAsked(config: Config, account: AccountId): void {
  config.storage.remove(keyOf(account))
}

/** Whether a recent request to a wallet has no known outcome. */
export function isAsked(config: Config, account: AccountId): boolean {
  const at = config.storage.get(keyOf(account), (value) => typeof value === 'number')
  return at !== undefined && Date.now() >= at && Date.now() - at < openFor
}

function keyOf(account: AccountId): string {
  const { chainId, address } = parseAccountId(account)
  return `asked/${chainId}/${chainId.startsWith('eip155:') ? address.toLowerCase() : address}`
}
