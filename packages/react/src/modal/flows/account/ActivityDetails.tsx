import type { Chain } from '@latchkey/core'
import { useQuery } from '@tanstack/react-query'
import { exactAmount } from '../../../components/Amount.js'
import { activityFacts, statusWord } from '../../../components/activityFacts.js'
import { groupActivity } from '../../../components/activityList.js'
import { what } from '../../../components/activityTitle.js'
import { ExplorerLink } from '../../../components/ExplorerLink.js'
import { readFee } from '../../../components/readFee.js'
import { useLatchkey } from '../../../context.js'
import { useActivityStrings } from '../../../hooks/useActivityStrings.js'
import { useChain } from '../../../hooks/useChain.js'
import { useConnection } from '../../../hooks/useConnection.js'
import { useFiat } from '../../../hooks/useFiat.js'
import { useHistory } from '../../../hooks/useHistory.js'
import { useNameOf } from '../../../hooks/useNameOf.js'
import { useSentTransactions } from '../../../hooks/useSentTransactions.js'
import { Button } from '../../../primitives/Button.js'
import { Callout } from '../../../primitives/Callout.js'
import { CopyButton } from '../../../primitives/CopyButton.js'
import { Fact } from '../../../primitives/Fact.js'
import { GroupedAddress } from '../../../primitives/GroupedAddress.js'
import { Picture } from '../../../primitives/Picture.js'
import { shorten } from '../../../primitives/shorten.js'
import type { Routes } from '../../routes.js'

/** One transaction: what it moved, with whom, when, what it cost, and where to look it up. */
export function ActivityDetails({ data }: { data: Routes['ActivityDetails'] }) {
  const { config, modal } = useLatchkey()
  const strings = useActivityStrings()
  const { chains } = useChain()
  const { showFiat } = useFiat()
  const { address = '' } = useConnection()
  const { data: told } = useHistory()
  const sent = useSentTransactions(address)
  const item = groupActivity(told ?? [], sent)
    .flatMap(({ items }) => items)
    .find(({ key }) => key === data.activity)
  const facts = item && activityFacts(item, address, strings)
  const name = useNameOf(facts?.other ?? '')
  const chain: Chain | undefined = chains.find(({ caipNetworkId }) => caipNetworkId === facts?.chainId)
  const isMined = item?.status === 'confirmed' || item?.status === 'failed'
  const isOwn = facts !== undefined && !facts.isIncoming
  const isAsked = isMined && isOwn && facts.fee === undefined && chain?.chainNamespace === 'eip155'
  const { data: read, isLoading } = useQuery({
    queryKey: ['latchkey', config.uid, 'activityFee', facts?.chainId ?? null, facts?.hash ?? null],
    queryFn: ({ signal }) => readFee(config, { chain, hash: facts?.hash ?? '', signal }),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!item || !facts) {
    return (
      <div className="lk-view">
        <Callout tone="neutral">{strings.activityGone}</Callout>
        <Button onClick={() => modal.back()}>{strings.done}</Button>
      </div>
    )
  }
  const { title, hash, other, isIncoming, value } = facts
  const fee = facts.fee ?? read ?? undefined
  const fiat = showFiat(value)
  // The first digits tell what it cost; all of them stand behind it.
  const cost = fee?.replace(/^(0\.0*[1-9]\d{0,3})\d*$/, '$1')
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).format(item.at)
  return (
    <div className="lk-view">
      <p className="lk-activity-title">{title}</p>
      {fiat && <p className="lk-number">{fiat}</p>}
      {item.status === 'replaced' && <Callout tone="warning">{strings.activityReplacedText}</Callout>}
      {item.status === 'dropped' && <Callout tone="warning">{strings.activityDroppedText}</Callout>}
      <dl className="lk-facts">
        <Fact label={strings.activityStatus}>
          <span className="lk-status" data-status={item.status}>
            {statusWord(item.status, strings)}
          </span>
        </Fact>
        <Fact label={strings.activityTime}>
          <time dateTime={new Date(item.at).toISOString()}>{when}</time>
        </Fact>
        {facts.more > 0 &&
          'told' in item &&
          item.told.transfers.map((one, at) => (
            <Fact
              key={String(at)}
              label={one.direction === 'in' ? strings.activityVerbs.received : strings.activityVerbs.sent}
            >
              <bdi className="lk-cut">{what(one)}</bdi>
            </Fact>
          ))}
        {other && (
          <Fact label={isIncoming ? strings.activitySender : strings.activityReceiver} tall>
            <GroupedAddress address={other} />
            <CopyButton text={other} label={`${strings.copyAddress}: ${other}`} />
          </Fact>
        )}
        {name !== undefined && (
          <Fact label={strings.accountName}>
            <bdi className="lk-cut">{name}</bdi>
          </Fact>
        )}
        <Fact label={strings.network}>
          <Picture src={chain?.iconUrl} name={chain?.name ?? '?'} size={20} />
          <span className="lk-cut">{chain?.name ?? facts.chainId ?? strings.unknownNetwork}</span>
        </Fact>
        {/* A fee that comes late has its line already: the hash and its buttons stay where they are. */}
        {(fee !== undefined || isAsked) && (
          <Fact label={strings.activityFee}>
            <bdi className="lk-number" title={fee}>
              {cost === undefined
                ? isLoading
                  ? '…'
                  : '–'
                : `${exactAmount(cost)} ${chain?.nativeCurrency.symbol ?? ''}`}
            </bdi>
          </Fact>
        )}
        <Fact label={strings.transactionHash}>
          <span title={hash}>{shorten(hash)}</span>
          <CopyButton text={hash} label={`${strings.copy}: ${strings.transactionHash}`} />
          {chain && <ExplorerLink chain={chain} hash={hash} />}
        </Fact>
      </dl>
    </div>
  )
}
