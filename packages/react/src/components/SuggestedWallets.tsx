import { type ChainId, type ConnectorType, parseChainId } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useConnectors } from '../hooks/useConnectors.js'
import { useFamilyChains } from '../hooks/useFamilyChains.js'
import { usePairingAhead } from '../hooks/usePairingAhead.js'
import { useSuggestedWallets } from '../hooks/useSuggestedWallets.js'
import { useWalletStrings } from '../hooks/useWalletStrings.js'
import { Icon } from '../primitives/Icon.js'
import { Row } from '../primitives/Row.js'
import { Skeleton } from '../primitives/Skeleton.js'
import { SkeletonItems } from '../primitives/SkeletonItems.js'
import { ListingRow } from './ListingRow.js'
import { placesOf } from './placesOf.js'

/** The rows that the directory adds to one group of the Connect view, or the way to all of it. */
export function SuggestedWallets({
  type,
  chainId,
}: {
  type: ConnectorType | 'all'
  /** The chain whose family the wallets must have; any of the page's when absent. */
  chainId?: ChainId | undefined
}) {
  if (type === 'all') return <AllWalletsRow chainId={chainId} />
  if (type !== 'recent' && type !== 'featured' && type !== 'recommended') return null
  return <Suggested type={type} chainId={chainId} />
}

function Suggested({ type, chainId }: { type: 'recent' | 'featured' | 'recommended'; chainId: ChainId | undefined }) {
  const { config } = useLatchkey()
  const { data, isPending, refetch } = useSuggestedWallets({ chains: useFamilyChains(chainId) })
  usePairingAhead(chainId)
  const strings = useWalletStrings()
  // One that this browser has stands among those already.
  const { connectors } = useConnectors({ namespace: chainId && parseChainId(chainId).namespace })
  const { most, kept, remember } = placesOf(config, type)
  // A row below that somebody is about to press stays where it is: a place that was shown is neither given up nor exceeded.
  const [places] = useState(() => (isPending ? kept : undefined))
  const found = data?.[type].filter(
    ({ rdns }) => !connectors.some((one) => one.rdns !== undefined && one.rdns === rdns),
  )
  const shown = found?.slice(0, places ?? most) ?? []
  const missing = (places ?? 0) - shown.length
  const isFailed = data?.count === undefined && !config.options.walletGroups
  // Of a failure, and of one family, nothing is learned for the next visit.
  const count = data?.count === undefined || chainId ? undefined : Math.min(most, found?.length ?? 0)
  useEffect(() => {
    if (count !== undefined) remember(count)
  })
  if (isPending) return missing > 0 && <SkeletonItems rows={missing} />
  const note = type === 'recent' ? strings.walletsRecent : undefined
  return (
    <>
      {shown.map((wallet) => (
        <ListingRow key={wallet.id} wallet={wallet} chainId={chainId} note={note} />
      ))}
      {missing > 0 && (
        <li className="lk-place">
          <Skeleton rows={missing} />
          {isFailed && type === 'recommended' && (
            <p className="lk-no-wallets" dir="auto">
              {strings.walletsFailedTitle}{' '}
              <button type="button" className="lk-text-button" onClick={() => refetch()}>
                {strings.retry}
              </button>
            </p>
          )}
        </li>
      )}
    </>
  )
}

function AllWalletsRow({ chainId }: { chainId: ChainId | undefined }) {
  const { modal, strings } = useLatchkey()
  const { data } = useSuggestedWallets({ chains: useFamilyChains(chainId) })
  return (
    <Row
      picture={
        <span className="lk-picture" data-size="40" data-shape="square">
          <Icon name="search" />
        </span>
      }
      title={strings.viewAllWallets}
      note={data?.count ? data.count.toLocaleString() : undefined}
      onClick={() => modal.push({ view: 'AllWallets', data: chainId && { chainId } })}
    />
  )
}
