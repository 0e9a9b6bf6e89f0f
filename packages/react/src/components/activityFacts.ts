import { showAmount } from '@latchkey/core'
import type { AccountStrings } from '../strings/accountStrings.js'
import type { ActivityStrings } from '../strings/activityStrings.js'
import type { ActivityItem } from './activityList.js'
import { activityMoves } from './activityMoves.js'
import { activityTitle } from './activityTitle.js'

/** What a list and a view say of one transaction. */
export function activityFacts(item: ActivityItem, address: string, strings: AccountStrings & ActivityStrings) {
  if ('sent' in item) {
    const { chainId, hash, to, amount, symbol, received, status, replacedBy } = item.sent
    const what = `${showAmount(amount)} ${symbol}`
    const got = received && `${showAmount(received.amount)} ${received.symbol}`
    const title = got ? strings.activityTraded(what, got) : strings.activityGave(what)
    const { sent, traded } = strings.activityVerbs
    const amounts = got ? [`+${got}`, `−${what}`] : [`−${what}`]
    const moves = { verb: got ? traded : sent, amounts, more: 0, value: undefined }
    const mined = status === 'replaced' ? hash : (replacedBy ?? hash)
    return { title, ...moves, chainId, hash: mined, other: to, isIncoming: false, fee: undefined }
  }
  const { chain, hash, sentFrom, sentTo, fee } = item.entry.metadata
  const isIncoming = sentFrom.toLowerCase() !== address.toLowerCase()
  return {
    title: activityTitle(item.entry, strings),
    ...activityMoves(item.entry, strings),
    chainId: chain,
    hash,
    other: isIncoming ? sentFrom : sentTo,
    isIncoming,
    fee: fee ?? undefined,
  }
}

/** How far a transaction is, in a word. */
export function statusWord(status: ActivityItem['status'], strings: AccountStrings & ActivityStrings): string {
  const { statusConfirmed: confirmed, statusPending: pending, statusFailed: failed } = strings
  return { confirmed, pending, failed, replaced: strings.statusReplaced, dropped: strings.statusDropped }[status]
}
