import { type ChainId, isPairing, type WalletGroup } from '@latchkey/core'
import { Fragment } from 'react'
import { useLatchkey } from '../context.js'
import { useConnectors } from '../hooks/useConnectors.js'
import { useFamilyChains } from '../hooks/useFamilyChains.js'
import { useWallets } from '../hooks/useWallets.js'
import { List } from '../primitives/List.js'
import { Skeleton } from '../primitives/Skeleton.js'
import { ListingRow } from './ListingRow.js'
import { WalletRow } from './WalletRow.js'

/** The groups that the app named: first the wallets that can be asked at once, then those of the directory. */
export function NamedWallets({
  groups,
  chainId,
  wanted,
}: {
  groups: readonly WalletGroup[]
  /** The chain to be on; the wallet's own choice when absent. */
  chainId: ChainId | undefined
  /** The chain whose family the wallets must have; any of the page's when absent. */
  wanted: ChainId | undefined
}) {
  const { config } = useLatchkey()
  const { walletGroups = [] } = config.options
  const { connectors } = useConnectors()
  const here = new Set(connectors.flatMap(({ id, rdns = id }) => [id, rdns]))
  const include = [...new Set(walletGroups.flatMap(({ wallets }) => wallets))].filter((id) => !here.has(id))
  const { data: found = [], isPending } = useWallets({
    include,
    entries: include.length,
    chains: useFamilyChains(wanted),
  })
  const shown = new Set<string>()
  return walletGroups.map(({ name, wallets }) => {
    const reached = groups.find((group) => group.wallets === wallets)?.connectors ?? []
    const listed = wallets.flatMap((id) => found.find((listing) => listing.id === id && !shown.has(id)) ?? [])
    // One that this browser has stands with those of the browser.
    const others = listed.filter(({ rdns }) => !rdns || !here.has(rdns))
    for (const { id } of others) shown.add(id)
    // As high as it will be: what stands below must not leave the place where somebody is about to press it.
    const coming = isPending && config.api ? wallets.filter((id) => include.includes(id)).length : 0
    if (reached.length + others.length + coming === 0) return null
    return (
      <Fragment key={`${name} ${wallets.join()}`}>
        <List label={name} compact>
          {reached.map((connector) => (
            <WalletRow key={connector.id} connector={connector} chainId={isPairing(connector) ? wanted : chainId} />
          ))}
          {others.map((wallet) => (
            <ListingRow key={wallet.id} wallet={wallet} chainId={wanted} />
          ))}
        </List>
        {coming > 0 && <Skeleton rows={coming} />}
      </Fragment>
    )
  })
}
