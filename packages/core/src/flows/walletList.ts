import type { Connector } from '../connector.js'
import type { Config } from '../createConfig.js'
import type { ConnectorType } from '../features.js'
import { isExcludedWallet } from '../isExcludedWallet.js'
import { mergeConnectors, partsOf } from '../multiChain.js'
import { readRecentWallets } from '../recentWallets.js'

/** One group of wallets in the Connect view. */
export type WalletGroup = { readonly type: ConnectorType; readonly connectors: readonly Connector[] }

/**
 * Lists the wallets of the Connect view in their groups and order, without excluded ones and without empty groups.
 *
 * A wallet that made itself known in several chain families of the page is one entry of the kind `multiChain`; its
 * connectors are what gets connected and kept, so `connect` with the entry and a `chainId` asks the connector of that family.
 *
 * @param config - The config.
 * @param parameters.namespace - Only wallets of this chain family; each is then the connector of that family itself.
 * @returns The groups; a wallet that was used lately stands in `recent` only.
 *
 * @example
 * import { walletList } from '@latchkey/core'
 * const [first] = walletList(config).flatMap(({ connectors }) => connectors)
 */
export function walletList(config: Config, parameters: { namespace?: string } = {}): readonly WalletGroup[] {
  const { namespace } = parameters
  // A wallet of families that the page has no network of could only disappoint, unless just that family is asked for.
  const families = new Set<string>(namespace ? [namespace] : config.chains.map(({ chainNamespace }) => chainNamespace))
  const hidden = excluded(config)
  const listed = mergeConnectors(
    config.connectors.filter(
      (connector) => !hidden.has(connector) && connector.namespaces.some((family) => families.has(family)),
    ),
  )
  const recentIds = readRecentWallets(config.storage)
  const used = (id: string) =>
    listed.find((entry) => partsOf(entry).some((connector) => connector.id === id && !isApart(connector))) ?? []
  const recent = [...new Set(recentIds.flatMap(used))]
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

/** A wallet that is not shown is not shown in any of its families, whichever of them the app named. */
function excluded(config: Config): ReadonlySet<Connector> {
  const entries = mergeConnectors(config.connectors).map(partsOf)
  return new Set(entries.filter((parts) => parts.some((part) => isExcludedWallet(config, part))).flat())
}

// Each has a place of its own, however lately it was used.
function isApart({ kind }: Connector): boolean {
  return kind === 'walletConnect' || kind === 'auth'
}
