import { type Connector, walletList } from '@latchkey/core'
import { useConfig } from './useConfig.js'
import { useConfigChains, useConfigConnectors } from './useSnapshot.js'

const nameKey = ({ name }: Connector) => name.normalize('NFKC').toLowerCase()

/**
 * The picture of a wallet: its own, or where its family has no custom for pictures, that of the entry in which it is one with
 * the wallet's other families.
 *
 * @param connector - The wallet, in one family.
 */
export function useWalletIcon(connector: Connector | undefined): string | undefined {
  const config = useConfig()
  const known = useConfigConnectors(config)
  const { length } = useConfigChains(config)
  if (!connector || connector.icon) return connector?.icon
  const bears = (other: Connector) =>
    nameKey(other) === nameKey(connector) && connector.namespaces.every((family) => other.namespaces.includes(family))
  // Of two that bear the name in one family, nobody knows here which is the entry's.
  if (known.filter(bears).length !== 1 || length === 0) return undefined
  const entries = walletList(config).flatMap(({ connectors }) => connectors)
  return entries.find((entry) => entry.kind === 'multiChain' && bears(entry))?.icon
}
