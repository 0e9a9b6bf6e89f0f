import { createSendFlow, type SentTransaction, showAmount } from '@latchkey/core'
import { useEffect } from 'react'
import { useLatchkey } from '../context.js'
import { useNetwork } from '../hooks/useNetwork.js'
import { useSentTransactions } from '../hooks/useSentTransactions.js'
import { CopyButton } from '../primitives/CopyButton.js'
import { Icon } from '../primitives/Icon.js'
import { Notice } from '../primitives/Notice.js'
import { shorten } from '../primitives/shorten.js'
import { ExplorerLink } from './ExplorerLink.js'

/** What was sent from this browser, and what came of it. */
export function ActivityPanel({ address }: { address: string }) {
  const { strings, once } = useLatchkey()
  const { sent } = once(createSendFlow)
  const list = useSentTransactions(address)
  useEffect(() => sent.watch(address), [sent, address])
  if (list.length === 0) {
    return (
      <Notice icon="activity" title={strings.noActivityTitle}>
        {strings.noActivityText}
      </Notice>
    )
  }
  return (
    <ul className="lk-rows" aria-label={strings.tabActivity}>
      {list.map((transaction) => (
        <ActivityLine key={`${transaction.chainId} ${transaction.hash}`} transaction={transaction} />
      ))}
    </ul>
  )
}

function ActivityLine({ transaction }: { transaction: SentTransaction }) {
  const { strings } = useLatchkey()
  const { networks } = useNetwork()
  const { chainId, hash, to, amount, symbol, at, status } = transaction
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  const states = { pending: strings.statusPending, confirmed: strings.statusConfirmed, failed: strings.statusFailed }
  return (
    <li className="lk-row-item">
      <div className="lk-row" data-still>
        <span className="lk-activity-icon" data-status={status}>
          <Icon name={status === 'failed' ? 'error' : 'send'} />
        </span>
        <span className="lk-row-text">
          <span className="lk-row-title lk-number">
            <bdi className="lk-cut">{strings.activitySent(showAmount(amount), symbol)}</bdi>
          </span>
          <span className="lk-row-detail" title={`${to} · ${network?.name ?? chainId} · ${when}`}>
            {strings.activityTo(shorten(to))}
          </span>
        </span>
        <span className="lk-row-end lk-activity-end">
          <span className="lk-status" data-status={status}>
            {states[status]}
          </span>
          {network?.blockExplorers ? (
            <ExplorerLink network={network} hash={hash} />
          ) : (
            <CopyButton text={hash} label={`${strings.copy}: ${strings.transactionHash}`} />
          )}
        </span>
      </div>
    </li>
  )
}
