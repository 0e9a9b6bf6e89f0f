import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import { toPlainAddress } from '@latchkey/protocol/internal/receivers'
import type { Config } from '../createConfig.js'

/** How many are kept of an account; the one that was paid longest ago gives way. */
const most = 200

/** Where an account has paid from this browser, the last one first; an account is the same on all chains of its family. */
export function readPaidReceivers(config: Config, account: AccountId): readonly string[] {
  return config.storage.get(keyOf(account), isList)?.slice(0, most) ?? []
}

/** Keeps that an account has paid there. What other tabs have kept meanwhile stays. */
export function keepPaidReceiver(config: Config, account: AccountId, to: string): void {
  const plain = toPlainAddress(to)
  const others = readPaidReceivers(config, account).filter((each) => toPlainAddress(each) !== plain)
  config.storage.set(keyOf(account), [to, ...others].slice(0, most))
}

function keyOf(account: AccountId): string {
  const { namespace, address } = parseAccountId(account)
  return `receivers/${namespace}/${toPlainAddress(address)}`
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && each.length < 300)
}
