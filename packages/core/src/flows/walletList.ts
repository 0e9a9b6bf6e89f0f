import type { Connector } from '../connector.js'
import type { Config } from '../createConfig.js'
import type { ConnectorType } from '../features.js'
import { readRecentWallets } from '../recentWallets.js'

/** One group of wallets in the Connect view. */
export type WalletGroup = { readonly type: ConnectorType; readonly connectors: readonly Connector[] }

/**
 * Lists the wallets of the Connect view in their groups and order, without excluded ones and without empty groups.
 *
 * @param config - The config.
 * @param parameters.namespace - Only wallets of this chain family.
 * @returns The groups; a wallet that was used lately stands in `recent` only.
 *
 * @example
 * import { walletList } from '@latchkey/core'
 * const [first] = walletList(config).flatMap(({ connectors }) => connectors)
 */
export function walletList(config: Config, parameters: { namespace?: string } = {}): readonly WalletGroup[] {
  const { namespace } = parameters
  const listed = config.connectors.filter(
    (connector) =>
      !isExcluded(config, connector) && (!namespace || connector.namespaces.some((family) => family === namespace)),
  )
  const recentIds = readRecentWallets(config.storage)
  const recent = recentIds.flatMap(
    (id) => listed.find((connector) => connector.id === id && connector.kind !== 'walletConnect') ?? [],
  )
  const rest = listed.filter((connector) => !recent.includes(connector))
  const of = (...kinds: Connector['kind'][]) =>
    kinds.flatMap((kind) => rest.filter((connector) => connector.kind === kind))
  const groups: { readonly [type in ConnectorType]: readonly Connector[] } = {
    walletConnect: of('walletConnect'),
    recent,
    injected: of('multiChain', 'announced', 'injected'),
    featured: [],
    custom: [],
    external: of('external'),
    recommended: [],
  }
  return config.features.connectorTypeOrder
    .map((type) => ({ type, connectors: groups[type] }))
    .filter(({ connectors }) => connectors.length > 0)
}

function isExcluded(config: Config, connector: Connector): boolean {
  const excluded = config.options.excludeWallets ?? []
  return excluded.some(
    ({ rdns, name }) =>
      (rdns !== undefined && rdns.toLowerCase() === connector.rdns?.toLowerCase()) ||
      (name !== undefined && name.toLowerCase() === connector.name.toLowerCase()),
  )
}
