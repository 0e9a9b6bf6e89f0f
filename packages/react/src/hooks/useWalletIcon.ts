import type { Connector } from '@latchkey/core'
import { useConfig } from './useConfig.js'
import { useConnectors } from './useConnectors.js'
import { useConfigConnectors } from './useSnapshot.js'

const nameKey = ({ name }: Connector) => name.normalize('NFKC').toLowerCase()

/**
 * The picture of a wallet: its own, or where its family has no custom for pictures, that of the entry in which it is one with
 * the wallet's other families.
 *
 * @param connector - The wallet, in one family.
 */
export function useWalletIcon(connector: Connector | undefined): string | undefined {
  const known = useConfigConnectors(useConfig())
  const { connectors } = useConnectors()
  if (!connector || connector.icon) return connector?.icon
  const bears = (other: Connector) =>
    nameKey(other) === nameKey(connector) && connector.namespaces.every((family) => other.namespaces.includes(family))
  // Of two that bear the name in one family, nobody knows here which is the entry's.
  if (known.filter(bears).length !== 1) return undefined
  return connectors.find((entry) => entry.kind === 'multiChain' && bears(entry))?.icon
}
