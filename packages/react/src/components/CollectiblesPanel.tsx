import type { Collectible } from '@latchkey/core'
import { useCallback, useMemo, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useChain } from '../hooks/useChain.js'
import { useCollectibleStrings } from '../hooks/useCollectibleStrings.js'
import { useCollectibles } from '../hooks/useCollectibles.js'
import { Button } from '../primitives/Button.js'
import { Callout } from '../primitives/Callout.js'
import { Icon } from '../primitives/Icon.js'
import { Notice } from '../primitives/Notice.js'
import { RowItem } from '../primitives/RowItem.js'
import { Skeleton } from '../primitives/Skeleton.js'
import { CollectiblePicture } from './CollectiblePicture.js'
import { collectibleName } from './collectibleName.js'
import { MoreButton } from './MoreButton.js'
import { Rows } from './Rows.js'

/** The collectibles of the account on the active network; what may be spam stays behind one line. */
export function CollectiblesPanel() {
  const strings = useCollectibleStrings()
  const { caipNetwork } = useChain()
  const [showsSpam, setShowsSpam] = useState(false)
  const { data, isPending, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useCollectibles()
  const network = caipNetwork?.name ?? strings.unknownNetwork
  const all = data?.collectibles
  const wanted = useMemo(() => all?.filter(({ isSpam }) => !isSpam) ?? [], [all])
  const spam = useMemo(() => all?.filter(({ isSpam }) => isSpam) ?? [], [all])
  const isBehind = data?.index === 'behind'
  // Elsewhere no blocks are read: a node that knows more did not answer.
  const isRead = caipNetwork?.caipNetworkId.startsWith('eip155:') ?? true
  const behind = isRead
    ? { title: strings.collectiblesBehindTitle, text: strings.collectiblesBehind }
    : { title: strings.collectiblesPartlyTitle, text: strings.collectiblesPartly }

  if (isPending) return <Skeleton rows={3} />
  if (isError && !isFetching)
    return (
      <Notice
        icon={<Icon name="error" size={28} />}
        tone="warning"
        title={strings.collectiblesFailedTitle}
        actions={
          <Button kind="secondary" onClick={() => (data ? fetchNextPage() : refetch())}>
            {strings.retry}
          </Button>
        }
      >
        {strings.collectiblesFailedText}
      </Notice>
    )
  return (
    <div className="lk-collectibles">
      {wanted.length > 0 && isBehind && <Callout>{behind.text}</Callout>}
      {wanted.length > 0 ? (
        <CollectibleGrid collectibles={wanted} label={strings.tabNfts} />
      ) : (
        <Notice
          icon={<Icon name="image" size={28} />}
          title={isBehind ? behind.title : data?.index === 'none' ? strings.noNftsTitle : strings.noCollectiblesTitle}
        >
          {isBehind
            ? behind.text
            : data?.index === 'none'
              ? strings.noNftsText(network)
              : strings.noCollectiblesText(network)}
        </Notice>
      )}
      {spam.length > 0 && (
        <Button kind="text" onClick={() => setShowsSpam(!showsSpam)} aria-expanded={showsSpam}>
          {showsSpam ? strings.collectiblesHideAgain : strings.collectiblesShowHidden(spam.length)}
        </Button>
      )}
      {showsSpam && spam.length > 0 && (
        <CollectibleGrid collectibles={spam} label={strings.collectiblesShowHidden(spam.length)} />
      )}
      <MoreButton pages={{ hasNextPage, isFetchingNextPage, fetchNextPage }}>{strings.collectiblesMore}</MoreButton>
    </div>
  )
}

function CollectibleGrid({ collectibles, label }: { collectibles: readonly Collectible[]; label: string }) {
  const { modal } = useLatchkey()
  const draw = useCallback(
    (collectible: Collectible) => (
      <RowItem>
        <button
          type="button"
          className="lk-item"
          onClick={() => modal.push({ view: 'Collectible', data: { collectible } })}
        >
          <CollectiblePicture collectible={collectible} />
          <span className="lk-item-text">
            <bdi className="lk-cut">{collectibleName(collectible)}</bdi>
            <span className="lk-item-detail">
              <bdi className="lk-cut">{collectible.collection.name || collectible.collection.symbol}</bdi>
              {collectible.amount !== '1' && <span className="lk-number">×{collectible.amount}</span>}
            </span>
          </span>
        </button>
      </RowItem>
    ),
    [modal],
  )
  return <Rows items={collectibles} keyOf={keyOf} draw={draw} columns={132} height={52} gap={12} label={label} />
}

function keyOf({ contract, tokenId }: Collectible): string {
  return `${contract} ${tokenId}`
}
