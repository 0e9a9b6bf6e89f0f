import type { TokenBalance } from '@latchkey/core'
import { parseAccountId } from '@latchkey/protocol/caip'
import type { ActivityGroup, ActivityItem } from './activityList.js'

/** What of an account's activity moved one token. */
export type TokenActivity = {
  readonly groups: readonly ActivityGroup[]
  /** True: some of it is known by the symbol alone, which another token may have too. */
  readonly isBySymbol: boolean
}

/**
 * Picks what moved one token out of an account's activity: by its contract, or by its name where the service gives no contract.
 *
 * @param all - The activity by months.
 * @param token - The token.
 * @returns What is left of it; no group is empty.
 */
export function tokenActivity(all: readonly ActivityGroup[], token: TokenBalance): TokenActivity {
  let isBySymbol = false
  const isOf = (item: ActivityItem): boolean => {
    if ('sent' in item) {
      const own = token.address && parseAccountId(token.address).address
      return item.sent.chainId === token.chainId && isSame(item.sent.token, own)
    }
    const { metadata, transfers } = item.entry
    if (metadata.chain !== token.chainId) return false
    const infos = transfers.flatMap(({ fungible_info: info }) => info ?? [])
    if (infos.some(({ address }) => address !== undefined && isSame(address ?? undefined, token.address))) return true
    const isNamed = infos.some(
      ({ address, symbol, name }) => address === undefined && symbol === token.symbol && (!name || name === token.name),
    )
    isBySymbol ||= isNamed
    return isNamed
  }
  const groups = all
    .map(({ month, items }) => ({ month, items: items.filter(isOf) }))
    .filter(({ items }) => items.length > 0)
  return { groups, isBySymbol }
}

/** Addresses of EVM chains may be written in capital letters or without; those of others differ by them. */
function isSame(one: string | undefined, other: string | undefined): boolean {
  if (one === other) return true
  return !!one && !!other && /0x[0-9a-f]{40}$/i.test(one) && one.toLowerCase() === other.toLowerCase()
}
