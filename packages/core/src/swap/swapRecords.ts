import type { AccountId } from '@latchkey/protocol/caip'
import { isAccountId, parseAccountId } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'

/** One side of a swap, as it is kept. */
export type SwapSide = {
  readonly token: AccountId
  readonly symbol: string
  readonly decimals: number
  /** In base units, in digits. */
  readonly amount: string
}

/** One transaction of a swap sent from this browser; stored, so that its outcome is known after a reload. */
export type SwapRecord = {
  readonly hash: string
  /** What was sent: the approval that comes first, or the swap. */
  readonly kind: 'approval' | 'swap'
  /** Who swapped, and on which chain. */
  readonly account: AccountId
  readonly from: SwapSide
  /** The amount is what was promised until the receipt says what came; of an approval, the least that was agreed to. */
  readonly to: SwapSide
  /** Milliseconds since 1970. */
  readonly at: number
  /**
   * `replaced`: another transaction of the same sender and number is in a block instead; `dropped`: no node knows it any more. Both
   * have not taken effect.
   */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'replaced' | 'dropped'
  /** True: the amount of `to` is read from the receipt. */
  readonly isMeasured: boolean
  /** True: the visitor went on to something else before it ended. */
  readonly isLeft: boolean
}

/** How many are kept of an account on a chain. */
const most = 20

/** What an account has sent for swaps, newest first. */
export function readSwapRecords(config: Config, account: AccountId): readonly SwapRecord[] {
  return config.storage.get(keyOf(account), isList) ?? []
}

/** Keeps what was sent, or what became of it. What other tabs have kept meanwhile stays. */
export function keepSwapRecord(config: Config, record: SwapRecord): void {
  const known = readSwapRecords(config, record.account)
  const isKnown = known.some(({ hash }) => hash === record.hash)
  const next = isKnown ? known.map((one) => (one.hash === record.hash ? record : one)) : [record, ...known]
  config.storage.set(keyOf(record.account), next.slice(0, most))
}

function keyOf(account: AccountId): string {
  const { chainId, address } = parseAccountId(account)
  return `swaps/${chainId}/${address.toLowerCase()}`
}

function isList(value: unknown): value is readonly SwapRecord[] {
  return Array.isArray(value) && value.every(isSwapRecord)
}

function isSwapRecord(value: unknown): value is SwapRecord {
  if (typeof value !== 'object' || value === null) return false
  const { hash, kind, account, from, to, at, status, isMeasured, isLeft } = value as SwapRecord
  return (
    /^0x[0-9a-f]{64}$/i.test(hash) &&
    ['approval', 'swap'].includes(kind) &&
    isAccountId(account) &&
    isSide(from) &&
    isSide(to) &&
    typeof at === 'number' &&
    ['pending', 'confirmed', 'failed', 'replaced', 'dropped'].includes(status) &&
    typeof isMeasured === 'boolean' &&
    typeof isLeft === 'boolean'
  )
}

function isSide(value: unknown): value is SwapSide {
  if (typeof value !== 'object' || value === null) return false
  const { token, symbol, decimals, amount } = value as SwapSide
  return (
    isAccountId(token) &&
    typeof symbol === 'string' &&
    symbol.length <= 100 &&
    Number.isInteger(decimals) &&
    /^\d{1,78}$/.test(amount)
  )
}
