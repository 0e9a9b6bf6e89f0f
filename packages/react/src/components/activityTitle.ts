import { type HistoryEntry, type HistoryTransfer, showAmount } from '@latchkey/core'
import type { AccountStrings } from '../strings/accountStrings.js'
import type { ActivityStrings } from '../strings/activityStrings.js'

/** Describes in a few words what a transaction did for the account. */
export function activityTitle(
  { metadata, transfers }: HistoryEntry,
  strings: AccountStrings & ActivityStrings,
): string {
  const summed = (directions: readonly HistoryTransfer['direction'][]) => {
    const [first, ...more] = transfers.filter(({ direction }) => directions.includes(direction)).map(what)
    if (first === undefined) return undefined
    return more.length > 0 ? strings.activityMany(first, more.length) : first
  }
  const taken = summed(['in'])
  const given = summed(['out', 'self'])
  if (given !== undefined && taken !== undefined) return strings.activityTraded(given, taken)
  if (taken !== undefined)
    return metadata.operationType === 'mint' ? strings.activityMinted(taken) : strings.activityReceived(taken)
  if (given !== undefined)
    return metadata.operationType === 'burn' ? strings.activityBurned(given) : strings.activityGave(given)
  if (metadata.operationType === 'approve') return strings.activityApproved
  return metadata.operationType === 'deploy' ? strings.activityDeployed : strings.activityOther
}

/** What was moved: a number of a token by its symbol, or a collectible by its name. */
export function what({ fungible_info: fungible, nft_info: collectible, quantity }: HistoryTransfer): string {
  if (collectible) {
    const name = collectible.name ?? 'NFT'
    return quantity.numeric === '1' ? name : `${quantity.numeric} × ${name}`
  }
  return `${showAmount(quantity.numeric)} ${fungible?.symbol || fungible?.name || ''}`.trim()
}
