import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'

/** For how long a request that nobody has answered may still be open in a wallet, in milliseconds. */
const openFor = 600_000

/** Keeps that a wallet is asked to send from an account: a page that is loaded anew meanwhile gets no answer. */
export function keepAsked(config: Config, account: AccountId): void {
  config.storage.set(keyOf(account), Date.now())
}

/** Forgets it, once it is known what became of the request. */
export function forgetAsked(config: Config, account: AccountId): void {
  config.storage.remove(keyOf(account))
}

/** Whether a wallet was asked just now and nobody knows what became of it. */
export function isAsked(config: Config, account: AccountId): boolean {
  const at = config.storage.get(keyOf(account), (value) => typeof value === 'number')
  return at !== undefined && Date.now() >= at && Date.now() - at < openFor
}

function keyOf(account: AccountId): string {
  const { chainId, address } = parseAccountId(account)
  return `asked/${chainId}/${chainId.startsWith('eip155:') ? address.toLowerCase() : address}`
}
