import { type ChainId, type Namespace, namespaces, parseChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Connector } from '../connector.js'
import type { Config } from '../createConfig.js'

/** One wallet that made itself known in several chain families, as one entry over its connectors. */
type MultiChainConnector = Connector & {
  readonly kind: 'multiChain'
  /** One connector a family, in the order in which families are offered. */
  readonly children: readonly [Connector, ...Connector[]]
}

/** Returns whether a connector stands for several, which are what is connected and kept. */
function isMultiChain(connector: Connector): connector is MultiChainConnector {
  return connector.kind === 'multiChain' && 'children' in connector
}

/** The connectors that an entry of the wallet list stands for: its children, or itself. */
export function partsOf(connector: Connector): readonly Connector[] {
  return isMultiChain(connector) ? connector.children : [connector]
}

/**
 * Puts one entry in the place of the connectors of one wallet in different families.
 *
 * They are one wallet when they bear the same name and each has a family of its own. A name is no proof of anything, so
 * nothing is ever replaced: where two bear the name in one family, the one with the picture of the wallet's other families
 * belongs to it; where the pictures do not tell either, none of the two does, and both stand in the list by themselves. The
 * outcome does not depend on the order of registration, so no wallet gains by being early.
 */
export function mergeConnectors(connectors: readonly Connector[]): readonly Connector[] {
  const byName = new Map<string, Connector[]>()
  for (const connector of connectors) {
    if (!canBePart(connector)) continue
    const name = nameKey(connector)
    byName.set(name, [...(byName.get(name) ?? []), connector])
  }
  const entries = new Map<Connector, MultiChainConnector>()
  for (const bearers of byName.values()) {
    const [first, second, ...others] = partsAmong(bearers)
    if (!first || !second) continue
    const entry = combine([first, second, ...others])
    for (const child of entry.children) entries.set(child, entry)
  }
  return [...new Set(connectors.map((connector) => entries.get(connector) ?? connector))]
}

/** The connector to ask when an entry of the wallet list is to be connected, by the entry's id. */
export function childToConnect(config: Config, id: string, chainId: ChainId | undefined): Connector | undefined {
  const entry = mergeConnectors(config.connectors)
    .filter(isMultiChain)
    .find((known) => known.id === id)
  if (!entry) return undefined
  if (chainId) return childOf(entry, parseChainId(chainId).namespace)
  const [first] = entry.children
  return entry.children.find(({ namespaces: [family] }) => family === config.state.active) ?? first
}

function partsAmong(bearers: readonly Connector[]): readonly Connector[] {
  const families = namespaces
    .map((namespace) => bearers.filter((connector) => connector.namespaces[0] === namespace))
    .filter((rivals) => rivals.length > 0)
  if (families.length < 2) return []
  return families.flatMap((rivals) => {
    if (rivals.length === 1) return rivals
    const pictures = new Set(families.filter((other) => other.length === 1).map(([only]) => only?.icon))
    const alike = rivals.filter(({ icon }) => icon !== undefined && pictures.has(icon))
    return alike.length === 1 ? alike : []
  })
}

function combine(children: readonly [Connector, ...Connector[]]): MultiChainConnector {
  const [first] = children
  const icon = children.find((child) => child.icon !== undefined)?.icon
  const rdns = children.find((child) => child.rdns !== undefined)?.rdns
  const entry: MultiChainConnector = {
    id: `multi:${first.name}`,
    kind: 'multiChain',
    name: first.name,
    ...(icon === undefined ? {} : { icon }),
    ...(rdns === undefined ? {} : { rdns }),
    namespaces: children.flatMap((child) => child.namespaces),
    children,
    connect: async (request) =>
      (request.chainId ? childOf(entry, parseChainId(request.chainId).namespace) : first).connect(request),
    async reconnect() {
      for (const child of children) {
        const session = await child.reconnect().catch(() => null)
        if (session) return session
      }
      return null
    },
    async disconnect() {
      const endings = await Promise.allSettled(children.map((child) => child.disconnect()))
      const failed = endings.find((ending) => ending.status === 'rejected')
      if (failed) throw failed.reason
    },
    async switchChain(chain) {
      const child = childOf(entry, chain.chainNamespace)
      if (!child.switchChain) {
        throw new LatchkeyError('CHAIN_SWITCH_REFUSED', `${child.name} cannot change its network from here.`, {
          hints: ['Change it in the wallet.'],
        })
      }
      await child.switchChain(chain)
    },
    getProvider: async (namespace) => childOf(entry, namespace).getProvider(namespace),
  }
  return entry
}

function childOf({ name, children }: MultiChainConnector, namespace: Namespace): Connector {
  const child = children.find(({ namespaces: [family] }) => family === namespace)
  if (child) return child
  throw new LatchkeyError('CONNECTOR_NOT_FOUND', `${name} has not made itself known for ${namespace} on this page.`, {
    hints: [`Ask for one of its families: ${children.flatMap((each) => each.namespaces).join(', ')}.`],
  })
}

/** Only what a wallet said of itself in this browser; a wallet of several families by its own account is whole already. */
function canBePart({ kind, namespaces: families }: Connector): boolean {
  return (kind === 'announced' || kind === 'injected') && families.length === 1
}

function nameKey({ name }: Connector): string {
  return name.normalize('NFKC').toLowerCase()
}
