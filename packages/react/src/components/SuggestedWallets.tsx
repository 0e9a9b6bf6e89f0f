import type { ChainId, ConnectorType } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { useFamilyChains } from '../hooks/useFamilyChains.js'
import { useSuggestedWallets } from '../hooks/useSuggestedWallets.js'
import { useWalletStrings } from '../hooks/useWalletStrings.js'
import { Icon } from '../primitives/Icon.js'
import { List } from '../primitives/List.js'
import { Row } from '../primitives/Row.js'
import { Skeleton } from '../primitives/Skeleton.js'
import { ListingRow } from './ListingRow.js'

/** What the directory adds to one group of the Connect view, or the way to all of it. */
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
  if (type === 'all') return <AllWalletsRow chainId={chainId} />
  if (type !== 'recent' && type !== 'featured' && type !== 'recommended') return null
  if (isPending) return type === 'recommended' ? <Skeleton rows={4} /> : null
  const wallets = data?.[type] ?? []
  if (wallets.length === 0) return null
  const labels = {
    recent: strings.walletsRecent,
    featured: strings.walletsFeatured,
    recommended: strings.walletsRecommended,
  }
  return (
    <List label={labels[type]}>
      {wallets.map((wallet) => (
        <ListingRow key={wallet.id} wallet={wallet} chainId={chainId} />
      ))}
    </List>
  )
}

function AllWalletsRow({ chainId }: { chainId: ChainId | undefined }) {
  const { modal, strings } = useLatchkey()
  return (
    <ul className="lk-rows">
      <Row
        picture={
          <span className="lk-picture" data-size="40" data-shape="square">
            <Icon name="search" />
          </span>
        }
        title={strings.viewAllWallets}
        end={<Icon name="forward" />}
        onClick={() => modal.push({ view: 'AllWallets', data: chainId && { chainId } })}
      />
    </ul>
  )
}
