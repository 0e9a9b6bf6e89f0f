import { type Config, parseChainId } from '@latchkey/core'
import type { Strings } from '../strings/en.js'
import { registry } from './registry.js'
import type { Route } from './routes.js'

/** What stands above a view: the wallet or the family that it is about, where it is about one. */
export function titleOf({ view, data }: Route, { connectors }: Config, strings: Strings): string {
  const name =
    view === 'ConnectingExternal' || view === 'ConnectingMultiChain'
      ? // One of several families is no connector of its own.
        (connectors.find(({ id }) => id === data.connectorId)?.name ?? data.connectorId.replace(/^multi:/, ''))
      : view === 'ConnectingWalletConnect' || view === 'WalletDetails'
        ? data?.wallet?.name
        : undefined
  if (name !== undefined) return name
  if (view !== 'Connect' || !data) return strings[registry[view].title]
  const family = data.namespace ?? (data.chainId && parseChainId(data.chainId).namespace)
  return family ? strings.viewConnectFamily(strings.families[family]) : strings.viewConnect
}
