import { createSendFlow } from '@latchkey/core'
import { useCallback, useEffect, useMemo } from 'react'
import { useLatchkey } from '../context.js'
import { useActivityStrings } from '../hooks/useActivityStrings.js'
import { useChain } from '../hooks/useChain.js'
import { useConnection } from '../hooks/useConnection.js'
import { useHistory } from '../hooks/useHistory.js'
import { createReported } from '../hooks/usePortfolio.js'
import { useSentTransactions } from '../hooks/useSentTransactions.js'
import { useSupportedChains } from '../hooks/useSupportedChains.js'
import { Button } from '../primitives/Button.js'
import { Callout } from '../primitives/Callout.js'
import { Icon } from '../primitives/Icon.js'
import { Notice } from '../primitives/Notice.js'
import { Skeleton } from '../primitives/Skeleton.js'
import { ActivityLine } from './ActivityLine.js'
import { type ActivityGroup, type ActivityItem, groupActivity } from './activityList.js'
import { MoreButton } from './MoreButton.js'
import { longFrom, Rows } from './Rows.js'
import { useActivityLook } from './useActivityLook.js'
import { useExportActivity } from './useExportActivity.js'

/** How often the list is read while it is looked at, in milliseconds: what comes in shows without being asked for. */
const readEvery = 30_000

/** Only while one page is loaded, since all that are loaded are read again. */
function readAgain({ state }: { state: { data?: { pages: readonly unknown[] } | undefined } }): number | false {
  return (state.data?.pages.length ?? 1) === 1 && readEvery
}

/** What the service tells of the account's transactions, with what was sent from this browser. */
export function ActivityPanel({ address }: { address: string }) {
  const { getOrCreate, toasts } = useLatchkey()
  const strings = useActivityStrings()
  const { caipAddress } = useConnection()
  const { sent } = getOrCreate(createSendFlow)
  const list = useSentTransactions(address)
  const {
    data,
    isPending,
    isError,
    isFetching,
    errorUpdatedAt,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useHistory({ query: { refetchInterval: readAgain } })
  const { caipNetwork } = useChain()
  const chainId = caipNetwork?.caipNetworkId
  const { data: isUnsupported = false } = useSupportedChains({
    query: { select: ({ history }) => history !== undefined && !!chainId && !history.includes(chainId) },
  })
  const { exportAll, isExporting } = useExportActivity(list)
  const reported = getOrCreate(createReported)
  useEffect(() => sent.watch(address), [sent, address])
  useEffect(() => {
    const failure = `history ${caipAddress} ${errorUpdatedAt}`
    if (!isError || reported.has(failure)) return
    reported.add(failure)
    toasts.show(strings.historyFailed, 'error')
  }, [isError, errorUpdatedAt, caipAddress, reported, toasts, strings])
  const groups = useMemo(() => groupActivity(data ?? [], list), [data, list])

  const network = caipNetwork?.name ?? strings.unknownNetwork
  return (
    <>
      {isUnsupported && groups.length > 0 && (
        <Callout tone="neutral">
          {strings.historyUnsupported(network)}. {strings.historyUnsupportedText}
        </Callout>
      )}
      <Months groups={groups} address={address} />
      {isPending && groups.length === 0 && <Skeleton rows={3} />}
      {isError && !isFetching && (
        <Notice
          icon={<Icon name="error" size={28} />}
          tone="warning"
          title={strings.historyFailed}
          actions={
            <Button kind="secondary" onClick={() => (data ? fetchNextPage() : refetch())}>
              {strings.retry}
            </Button>
          }
        >
          {strings.historyFailedText}
        </Notice>
      )}
      {!isPending && !isError && groups.length === 0 && (
        <Notice
          icon={<Icon name="activity" size={28} />}
          title={isUnsupported ? strings.historyUnsupported(network) : strings.noActivityTitle}
        >
          {isUnsupported ? strings.historyUnsupportedText : strings.noActivityText}
        </Notice>
      )}
      {!isError && (
        <MoreButton pages={{ hasNextPage, isFetchingNextPage, fetchNextPage }}>{strings.loadMore}</MoreButton>
      )}
      {groups.length > 0 && !isError && (
        <Button kind="text" onClick={() => void exportAll()} busy={isExporting} disabled={isExporting}>
          {strings.exportCsv}
        </Button>
      )}
    </>
  )
}

/** The transactions by months: a list for each, or one where they are many. */
function Months({ groups, address }: { groups: readonly ActivityGroup[]; address: string }) {
  const strings = useActivityStrings()
  const look = useActivityLook(address)
  const all = useMemo(() => groups.flatMap(({ items }) => items), [groups])
  const draw = useCallback((item: ActivityItem) => <ActivityLine item={item} look={look} />, [look])
  const firsts = useMemo(
    () => new Map(groups.map(({ month, items }) => [items[0]?.key, month ?? strings.statusPending])),
    [groups, strings],
  )
  const headingOf = useCallback(
    (index: number) => {
      const month = firsts.get(all[index]?.key)
      return month !== undefined && <h3>{month}</h3>
    },
    [firsts, all],
  )
  if (all.length > longFrom) {
    return (
      <div className="lk-month">
        <Rows items={all} keyOf={keyOf} draw={draw} headingOf={headingOf} height={56} label={strings.tabActivity} />
      </div>
    )
  }
  return groups.map(({ month, items }) => (
    <section key={month ?? ''} className="lk-month" aria-label={month ?? strings.statusPending}>
      <h3>{month ?? strings.statusPending}</h3>
      <ul className="lk-rows">
        {items.map((item) => (
          <ActivityLine key={item.key} item={item} look={look} />
        ))}
      </ul>
    </section>
  ))
}

function keyOf({ key }: ActivityItem): string {
  return key
}
