import { showAmount } from '@latchkey/core'
import { useActivityStrings } from '../hooks/useActivityStrings.js'
import { useChain } from '../hooks/useChain.js'
import { CopyButton } from '../primitives/CopyButton.js'
import { Icon } from '../primitives/Icon.js'
import { shorten } from '../primitives/shorten.js'
import type { ActivityItem } from './activityList.js'
import { activityTitle } from './activityTitle.js'
import { ExplorerLink } from './ExplorerLink.js'

/** One transaction: what it did, with whom, and what came of it. */
export function ActivityLine({ item, address }: { item: ActivityItem; address: string }) {
  const strings = useActivityStrings()
  const { chains } = useChain()
  const { title, chainId, hash, other, isIncoming } = facts(item)
  const chain = chains.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(item.at)
  const states = { pending: strings.statusPending, confirmed: strings.statusConfirmed, failed: strings.statusFailed }
  return (
    <li className="lk-row-item">
      <div className="lk-row" data-still>
        <span className="lk-activity-icon" data-status={item.status}>
          <Icon name={item.status === 'failed' ? 'error' : isIncoming ? 'receive' : 'send'} />
        </span>
        <span className="lk-row-text">
          <span className="lk-row-title lk-number">
            <bdi>{title}</bdi>
          </span>
          <span className="lk-row-detail" title={`${other} · ${chain?.name ?? chainId} · ${when}`}>
            {isIncoming ? strings.activityFrom(shorten(other)) : strings.activityTo(shorten(other))}
          </span>
        </span>
        <span className="lk-row-end lk-activity-end">
          <span className="lk-status" data-status={item.status}>
            {states[item.status]}
          </span>
          {chain?.blockExplorers ? (
            <ExplorerLink chain={chain} hash={hash} />
          ) : (
            <CopyButton text={hash} label={`${strings.copy}: ${strings.transactionHash}`} />
          )}
        </span>
      </div>
    </li>
  )

  function facts(one: ActivityItem) {
    if ('sent' in one) {
      const { chainId, hash, to, amount, symbol } = one.sent
      return { title: strings.activitySent(showAmount(amount), symbol), chainId, hash, other: to, isIncoming: false }
    }
    const { chain, hash, sentFrom, sentTo } = one.told.metadata
    const isIncoming = sentFrom.toLowerCase() !== address.toLowerCase()
    const other = isIncoming ? sentFrom : sentTo
    return { title: activityTitle(one.told, strings), chainId: chain, hash, other, isIncoming }
  }
}
