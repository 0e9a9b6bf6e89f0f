import type { ConnectorType } from '../config/features.js'
import type { Connector } from '../connector.js'
import type { Config } from '../createConfig.js'
import { isExcludedWallet } from '../wallets/isExcludedWallet.js'
import { mergeConnectors, partsOf } from '../wallets/multiChain.js'
import { readRecentWallets } from '../wallets/recentWallets.js'

/** One group of wallets in the Connect view. */
export type WalletGroup = {
  /** `named` for those of `walletGroups`. */
  readonly type: ConnectorType | 'named'
  /** What `walletGroups` calls it. */
  readonly name?: string
  /** The ids that `walletGroups` gives it, whether they can be reached or not. */
  readonly wallets?: readonly string[]
  readonly connectors: readonly Connector[]
}

/**
 * Lists the wallets of the Connect view in their groups and order, without excluded ones and without empty groups.
 *
 * A wallet that made itself known in several chain families of the page is one entry of the kind `multiChain`; its
 * connectors are what gets connected and kept, so `connect` with the entry and a `chainId` asks the connector of that family.
 *
 * @param config - The config.
 * @param parameters.namespace - Only wallets of this chain family; each is then the connector of that family itself.
 * @returns The groups, those of `walletGroups` first; a wallet stands in one of them only, else in `recent` if it was used recently.
 *
 * @example
 * import { walletList } from '@latchkey/core'
 * const [first] = walletList(config).flatMap(({ connectors }) => connectors)
 */
export function walletList(config: Config, parameters: { namespace?: string } = {}): readonly WalletGroup[] {
  const { namespace } = parameters
  // A wallet of families without a chain on the page cannot connect, unless exactly that family is requested.
  const families = new Set<string>(namespace ? [namespace] : config.chains.map(({ chainNamespace }) => chainNamespace))
  const hidden = excluded(config)
  const listed = mergeConnectors(
    config.connectors.filter(
      (connector) => !hidden.has(connector) && connector.namespaces.some((family) => families.has(family)),
    ),
  )
  const named = namedGroups(config, listed)
  const order = config.features.connectorTypeOrder
  // Without a group of their own, those that were used recently stand where they would have stood.
  const recentIds = order.includes('recent') ? readRecentWallets(config.storage) : []
  const used = (id: string) =>
    listed.find((entry) => partsOf(entry).some((connector) => connector.id === id && !isApart(connector))) ?? []
  const taken = new Set(named.flatMap(({ connectors }) => connectors))
  const recent = [...new Set(recentIds.flatMap(used))].filter((connector) => !taken.has(connector))
  const rest = listed.filter((connector) => !taken.has(connector) && !recent.includes(connector))
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
  return [...named, ...order.map((type) => ({ type, connectors: groups[type] }))].filter(
    ({ connectors }) => connectors.length > 0,
  )
}

function namedGroups({ options }: Config, listed: readonly Connector[]): readonly WalletGroup[] {
  const free = new Set(listed.filter(({ kind }) => kind !== 'auth'))
  return (options.walletGroups ?? []).map(({ name, wallets }) => {
    const connectors = wallets.flatMap((wallet) =>
      [...free].filter((entry) => partsOf(entry).some(({ id, rdns }) => id === wallet || rdns === wallet)),
    )
    for (const connector of connectors) free.delete(connector)
    return { type: 'named', name, wallets, connectors: [...new Set(connectors)] }
  })
}

/** A wallet that is not shown is not shown in any of its families, whichever of them the app named. */
function excluded(config: Config): ReadonlySet<Connector> {
  const entries = mergeConnectors(config.connectors).map(partsOf)
  return new Set(entries.filter((parts) => parts.some((part) => isExcludedWallet(config, part))).flat())
}

// Each has a place of its own, however recently it was used.
function isApart({ kind }: Connector): boolean {
  return kind === 'walletConnect' || kind === 'auth'
}
