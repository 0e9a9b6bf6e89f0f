import { type ChainId, type ConnectorType, parseChainId } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { useConnectors } from '../hooks/useConnectors.js'
import { useFamilyChains } from '../hooks/useFamilyChains.js'
import { useSuggestedWallets } from '../hooks/useSuggestedWallets.js'
import { useWalletStrings } from '../hooks/useWalletStrings.js'
import { Icon } from '../primitives/Icon.js'
import { Row } from '../primitives/Row.js'
import { SkeletonItems } from '../primitives/SkeletonItems.js'
import { ListingRow } from './ListingRow.js'

/** The rows that the directory adds to one group of the Connect view, or the way to all of it. */
export function SuggestedWallets({
  type,
  chainId,
}: {
  type: ConnectorType | 'all'
  /** The chain whose family the wallets must have; any of the page's when absent. */
  chainId?: ChainId | undefined
}) {
  const { data, isPending } = useSuggestedWallets({ chains: useFamilyChains(chainId) })
  const strings = useWalletStrings()
  // One that this browser has stands among those already.
  const { connectors } = useConnectors({ namespace: chainId && parseChainId(chainId).namespace })
  if (type === 'all') return <AllWalletsRow count={data?.count} chainId={chainId} />
  if (type !== 'recent' && type !== 'featured' && type !== 'recommended') return null
  if (isPending) return type === 'recommended' ? <SkeletonItems rows={4} /> : null
  const note = type === 'recent' ? strings.walletsRecent : undefined
  return data?.[type]
    .filter(({ rdns }) => !connectors.some((one) => one.rdns !== undefined && one.rdns === rdns))
    .map((wallet) => <ListingRow key={wallet.id} wallet={wallet} chainId={chainId} note={note} />)
}

function AllWalletsRow({ count, chainId }: { count: number | undefined; chainId: ChainId | undefined }) {
  const { modal, strings } = useLatchkey()
  return (
    <Row
      picture={
        <span className="lk-picture" data-size="40" data-shape="square">
          <Icon name="search" />
        </span>
      }
      title={strings.viewAllWallets}
      note={count ? count.toLocaleString() : undefined}
      onClick={() => modal.push({ view: 'AllWallets', data: chainId && { chainId } })}
    />
  )
}
