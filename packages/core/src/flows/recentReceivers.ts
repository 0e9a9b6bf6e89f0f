import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import { toPlainAddress } from '@latchkey/protocol/internal/receivers'
import type { Config } from '../createConfig.js'

/** How many are kept for each account; the oldest is dropped. */
const most = 200

/** The receivers that an account paid from this browser, the most recent first; shared by all chains of its family. */
export function readRecentReceivers(config: Config, account: AccountId): readonly string[] {
  return config.storage.get(keyOf(account), isList)?.slice(0, most) ?? []
}

/** Saves a receiver that an account paid. Reads the list anew, so that other tabs keep theirs. */
export function saveRecentReceiver(config: Config, account: AccountId, to: string): void {
  const plain = toPlainAddress(to)
  const others = readRecentReceivers(config, account).filter((each) => toPlainAddress(each) !== plain)
  config.storage.set(keyOf(account), [to, ...others].slice(0, most))
}

function keyOf(account: AccountId): string {
  const { namespace, address } = parseAccountId(account)
  return `receivers/${namespace}/${toPlainAddress(address)}`
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && each.length < 300)
}
