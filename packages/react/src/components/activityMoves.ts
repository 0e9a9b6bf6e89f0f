import type { HistoryEntry } from '@latchkey/core'
import type { ActivityStrings } from '../strings/activityStrings.js'
import { what } from './activityTitle.js'

/** What a transaction did and moved, apart from each other, as the columns of a list have it. */
export type ActivityMoves = {
  readonly verb: string
  /** What came, with `+`, before what went, with a minus sign; of several of a kind the first. */
  readonly amounts: readonly string[]
  /** How many other things moved besides. */
  readonly more: number
  /** In US dollars, where one thing moved and its price was known. */
  readonly value: number | undefined
}

/** Reads what a transaction did and moved. */
export function activityMoves({ metadata, transfers }: HistoryEntry, strings: ActivityStrings): ActivityMoves {
  const taken = transfers.find(({ direction }) => direction === 'in')
  const given = transfers.find(({ direction }) => direction !== 'in')
  const { operationType } = metadata
  const { activityVerbs: verbs } = strings
  const verbOf = () => {
    if (taken && given) return verbs.traded
    if (taken) return operationType === 'mint' ? verbs.minted : verbs.received
    if (given) return operationType === 'burn' ? verbs.burned : verbs.sent
    if (operationType === 'approve') return strings.activityApproved
    return operationType === 'deploy' ? strings.activityDeployed : strings.activityOther
  }
  return {
    verb: verbOf(),
    amounts: [...(taken ? [`+${what(taken)}`] : []), ...(given ? [`−${what(given)}`] : [])],
    more: Math.max(0, transfers.length - Number(taken !== undefined) - Number(given !== undefined)),
    value: transfers.length === 1 ? (transfers[0]?.value ?? undefined) : undefined,
  }
}
