import { type Chain, type Config, formatAmount } from '@latchkey/core'
import { useQuery } from '@tanstack/react-query'
import { exactAmount } from '../../../components/Amount.js'
import { activityFacts, statusWord } from '../../../components/activityFacts.js'
import { type ActivityItem, groupActivity } from '../../../components/activityList.js'
import { what } from '../../../components/activityTitle.js'
import { ExplorerLink } from '../../../components/ExplorerLink.js'
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

type ActivityFacts = ReturnType<typeof activityFacts>
type HistoryItem = Extract<ActivityItem, { entry: unknown }>['entry']

/** One transaction: what it moved, with whom, when, what it cost, and where to look it up. */
export function ActivityDetails({ data }: { data: Routes['ActivityDetails'] }) {
  const { modal } = useLatchkey()
  const strings = useActivityStrings()
  const { showFiat } = useFiat()
  const { item, facts } = useActivity(data.activity)
  if (!item || !facts) {
    return (
      <div className="lk-view">
        <Callout tone="neutral">{strings.activityGone}</Callout>
        <Button onClick={() => modal.back()}>{strings.done}</Button>
      </div>
    )
  }
  const fiat = showFiat(facts.value)
  return (
    <div className="lk-view">
      <p className="lk-activity-title">{facts.title}</p>
      {fiat && <p className="lk-number">{fiat}</p>}
      {item.status === 'replaced' && <Callout tone="warning">{strings.activityReplacedText}</Callout>}
      {item.status === 'dropped' && <Callout tone="warning">{strings.activityDroppedText}</Callout>}
      <ActivityFactList item={item} facts={facts} />
    </div>
  )
}

function useActivity(key: string) {
  const strings = useActivityStrings()
  const { address = '' } = useConnection()
  const { data: history } = useHistory()
  const sent = useSentTransactions(address)
  const item = groupActivity(history ?? [], sent)
    .flatMap(({ items }) => items)
    .find((one) => one.key === key)
  return { item, facts: item && activityFacts(item, address, strings) }
}

/** The fee of a mined transaction of the account: as the history service gives it, else read from the receipt. */
function useActivityFee(facts: ActivityFacts, status: ActivityItem['status'], chain: Chain | undefined) {
  const { config } = useLatchkey()
  const isMined = status === 'confirmed' || status === 'failed'
  const isAsked = isMined && !facts.isIncoming && facts.fee === undefined && chain?.chainNamespace === 'eip155'
  const { data: read, isLoading } = useQuery({
    queryKey: ['latchkey', config.uid, 'activityFee', facts.chainId ?? null, facts.hash],
    queryFn: ({ signal }) => readFee(config, { chain, hash: facts.hash, signal }),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return { fee: facts.fee ?? read ?? undefined, isAsked, isLoading }
}

function ActivityFactList({ item, facts }: { item: ActivityItem; facts: ActivityFacts }) {
  const strings = useActivityStrings()
  const { chains } = useChain()
  const { hash, other, isIncoming } = facts
  const chain: Chain | undefined = chains.find(({ caipNetworkId }) => caipNetworkId === facts.chainId)
  const { fee, isAsked, isLoading } = useActivityFee(facts, item.status, chain)
  const name = useNameOf(other ?? '')
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).format(item.at)
  return (
    <dl className="lk-facts">
      <Fact label={strings.activityStatus}>
        <span className="lk-status" data-status={item.status}>
          {statusWord(item.status, strings)}
        </span>
      </Fact>
      <Fact label={strings.activityTime}>
        <time dateTime={new Date(item.at).toISOString()}>{when}</time>
      </Fact>
      {facts.more > 0 && 'entry' in item && <Moves transfers={item.entry.transfers} />}
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
            {fee === undefined
              ? isLoading
                ? '…'
                : '–'
              : `${exactAmount(firstDigits(fee))} ${chain?.nativeCurrency.symbol ?? ''}`}
          </bdi>
        </Fact>
      )}
      <Fact label={strings.transactionHash}>
        <span title={hash}>{shorten(hash)}</span>
        <CopyButton text={hash} label={`${strings.copy}: ${strings.transactionHash}`} />
        {chain && <ExplorerLink chain={chain} hash={hash} />}
      </Fact>
    </dl>
  )
}

/** Each of the things that one transaction moved, where a line names only the first. */
function Moves({ transfers }: { transfers: HistoryItem['transfers'] }) {
  const strings = useActivityStrings()
  const { received, sent } = strings.activityVerbs
  return transfers.map((one, at) => (
    <Fact key={String(at)} label={one.direction === 'in' ? received : sent}>
      <bdi className="lk-cut">{what(one)}</bdi>
    </Fact>
  ))
}

/** The first digits tell what it cost; all of them stand behind it. */
function firstDigits(fee: string): string {
  return fee.replace(/^(0\.0*[1-9]\d{0,3})\d*$/, '$1')
}

/** Reads from the chain what an EVM transaction has cost, in whole coins; null where the node cannot tell. */
async function readFee(
  config: Config,
  { chain, hash, signal }: { chain: Chain | undefined; hash: string; signal: AbortSignal },
): Promise<string | null> {
  if (!chain || !/^0x[0-9a-fA-F]{64}$/.test(hash)) return null
  const { getClient } = await import('@latchkey/core/contracts')
  const client = getClient(config, { chainId: Number(chain.caipNetworkId.split(':')[1]) as never })
  const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash as `0x${string}`] })
  const { gasUsed, effectiveGasPrice } = receipt ?? {}
  if (signal.aborted || gasUsed === undefined || effectiveGasPrice === undefined) return null
  return formatAmount(BigInt(gasUsed) * BigInt(effectiveGasPrice), chain.nativeCurrency.decimals)
}
