import { useLatchkey } from '../context.js'
import { useActivityStrings } from '../hooks/useActivityStrings.js'
import { useNameOf } from '../hooks/useNameOf.js'
import { CopyButton } from '../primitives/CopyButton.js'
import { Icon, type IconName } from '../primitives/Icon.js'
import { RowItem } from '../primitives/RowItem.js'
import { shorten } from '../primitives/shorten.js'
import { activityFacts, statusWord } from './activityFacts.js'
import type { ActivityItem } from './activityList.js'
import { ExplorerLink } from './ExplorerLink.js'
import type { ActivityLook } from './useActivityLook.js'

/** Formats by their options: making one takes longer than drawing the row that it is for. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** One transaction: what it did, with whom, and what came of it. */
export function ActivityLine({ item, look }: { item: ActivityItem; look: ActivityLook }) {
  const { modal } = useLatchkey()
  const strings = useActivityStrings()
  const { address, chains, showFiat, hasNames } = look
  const { title, verb, amounts, more, value, chainId, hash, other, isIncoming } = activityFacts(item, address, strings)
  const chain = chains.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const when = dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(item.at)
  const isToday = new Date(item.at).toDateString() === new Date().toDateString()
  const short = dateFormat(isToday ? { timeStyle: 'short' } : { month: 'short', day: 'numeric' })
  const fiat = showFiat(value)
  const [main, second = more > 0 ? strings.activityMore(more) : fiat] = amounts
  const label = isIncoming ? strings.activityFrom : strings.activityTo
  return (
    <RowItem>
      <div className="lk-row lk-activity" data-still>
        <span className="lk-activity-icon" data-status={item.status}>
          <Icon name={iconOf(item.status, amounts.length, isIncoming)} size={16} />
        </span>
        <span className="lk-row-text">
          <span className="lk-row-title">
            <button
              type="button"
              className="lk-activity-open"
              onClick={() => modal.push({ view: 'ActivityDetails', data: { activity: item.key } })}
            >
              <span className="lk-hidden">{title}</span>
              <span aria-hidden="true">{verb}</span>
            </button>
            <time className="lk-activity-time" dateTime={new Date(item.at).toISOString()}>
              {short.format(item.at)}
            </time>
          </span>
          <span className="lk-row-detail" title={`${other} · ${chain?.name ?? chainId} · ${when}`}>
            {other && (hasNames ? <Named address={other} label={label} /> : label(shorten(other)))}
          </span>
        </span>
        <span className="lk-activity-amounts lk-number">
          {main && (
            <bdi className="lk-activity-amount" data-gain={main.startsWith('+') || undefined} aria-hidden="true">
              {main}
            </bdi>
          )}
          {item.status === 'confirmed' ? (
            second && <bdi aria-hidden={second === fiat ? undefined : true}>{second}</bdi>
          ) : (
            <span className="lk-status" data-status={item.status}>
              {statusWord(item.status, strings)}
            </span>
          )}
        </span>
        {chain?.blockExplorers ? (
          <ExplorerLink chain={chain} hash={hash} />
        ) : (
          <CopyButton text={hash} label={`${strings.copy}: ${strings.transactionHash}`} />
        )}
      </div>
    </RowItem>
  )
}

/** The other side, with its name where it has one. */
function Named({ address, label }: { address: string; label: (shown: string) => string }) {
  const name = useNameOf(address)
  // The address comes first, so that a long name is what is cut.
  return label(name === undefined ? shorten(address) : `${shorten(address)} · ${name}`)
}

function iconOf(status: ActivityItem['status'], moved: number, isIncoming: boolean): IconName {
  if (status !== 'pending' && status !== 'confirmed') return 'error'
  if (moved === 2) return 'swap'
  if (moved === 0) return 'check'
  return isIncoming ? 'receive' : 'send'
}

/** A format of dates in the reader's language, made once. */
function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(undefined, options)
  formats.set(key, known)
  return known
}
