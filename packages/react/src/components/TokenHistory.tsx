import type { TokenBalance } from '@latchkey/core'
import { useMemo } from 'react'
import { useChain } from '../hooks/useChain.js'
import { useHistory } from '../hooks/useHistory.js'
import { useSentTransactions } from '../hooks/useSentTransactions.js'
import { useSupportedChains } from '../hooks/useSupportedChains.js'
import { useTokenStrings } from '../hooks/useTokenStrings.js'
import { Button } from '../primitives/Button.js'
import { Skeleton } from '../primitives/Skeleton.js'
import { ActivityLine } from './ActivityLine.js'
import { groupActivity } from './activityList.js'
import { MoreButton } from './MoreButton.js'
import { tokenActivity } from './tokenActivity.js'
import { useActivityLook } from './useActivityLook.js'

/** What the account sent and received of one token. */
export function TokenHistory({ token, address }: { token: TokenBalance; address: string }) {
  const strings = useTokenStrings()
  const look = useActivityLook(address)
  const list = useSentTransactions(address)
  const { data, isPending, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHistory()
  const { caipNetwork } = useChain()
  const { data: isUnsupported = false } = useSupportedChains({
    query: { select: ({ history }) => history !== undefined && !history.includes(token.chainId) },
  })
  const { groups, isBySymbol } = useMemo(
    () => tokenActivity(groupActivity(data ?? [], list), token),
    [data, list, token],
  )
  const network = caipNetwork?.name ?? strings.unknownNetwork
  const isFailed = isError && !isFetching
  const words = isFailed
    ? strings.historyFailed
    : isUnsupported
      ? `${strings.historyUnsupported(network)}. ${strings.historyUnsupportedText}`
      : groups.length > 0
        ? isBySymbol && strings.tokenBySymbol(token.symbol)
        : !isPending && (hasNextPage ? strings.tokenNoActivityAmong : strings.tokenNoActivity)
  return (
    <section className="lk-token-history" aria-label={strings.tokenActivity}>
      <h3>{strings.tokenActivity}</h3>
      {words && (
        <p className="lk-token-words" role="status">
          {words}
        </p>
      )}
      {isPending && groups.length === 0 && <Skeleton rows={2} />}
      <ul className="lk-rows">
        {groups
          .flatMap(({ items }) => items)
          .map((item) => (
            <ActivityLine key={item.key} item={item} look={look} />
          ))}
      </ul>
      {isFailed && (
        <Button kind="secondary" onClick={() => (data ? fetchNextPage() : refetch())}>
          {strings.retry}
        </Button>
      )}
      {!isError && (
        <MoreButton pages={{ hasNextPage, isFetchingNextPage, fetchNextPage }}>{strings.loadMore}</MoreButton>
      )}
    </section>
  )
}
