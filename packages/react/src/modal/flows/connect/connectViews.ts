import type { Config } from '@latchkey/core'
import { parseChainId } from '@latchkey/core'
import type { Entries } from '../../entry.js'
import { lazyView } from '../../lazyView.js'
import { Connect } from './Connect.js'

/** The views of connecting a wallet. */
export const connectViews: Entries<
  | 'Connect'
  | 'ConnectingExternal'
  | 'ConnectingMultiChain'
  | 'ConnectingWalletConnect'
  | 'AllWallets'
  | 'WalletDetails'
  | 'GetWallet'
> = {
  Connect: {
    title: (data, _, strings) => {
      const family = data?.namespace ?? (data?.chainId && parseChainId(data.chainId).namespace)
      return family ? strings.viewConnectFamily(strings.families[family]) : strings.viewConnect
    },
    isHeavy: true,
    Component: Connect,
  },
  ConnectingExternal: {
    title: ({ connectorId }, config) => nameOf(connectorId, config),
    keyOf: ({ connectorId }) => connectorId,
    connects: true,
    Component: lazyView(() => import('./ConnectingExternal.js').then((code) => code.ConnectingExternal)),
  },
  ConnectingMultiChain: {
    title: ({ connectorId }, config) => nameOf(connectorId, config),
    connects: true,
    Component: lazyView(() => import('./ConnectingMultiChain.js').then((code) => code.ConnectingMultiChain)),
  },
  ConnectingWalletConnect: {
    title: (data, _, strings) => data?.wallet?.name ?? strings.viewConnect,
    connects: true,
    Component: lazyView(() => import('./ConnectingWalletConnect.js').then((code) => code.ConnectingWalletConnect)),
  },
  AllWallets: {
    title: 'viewAllWallets',
    connects: true,
    Component: lazyView(() => import('./AllWallets.js').then((code) => code.AllWallets)),
  },
  WalletDetails: {
    title: ({ wallet }) => wallet.name,
    connects: true,
    Component: lazyView(() => import('./WalletDetails.js').then((code) => code.WalletDetails)),
  },
  GetWallet: {
    title: 'viewGetWallet',
    connects: true,
    Component: lazyView(() => import('./GetWallet.js').then((code) => code.GetWallet)),
  },
}

/** The connector's name; one of several families is no connector of its own. */
function nameOf(connectorId: string, { connectors }: Config): string {
  return connectors.find(({ id }) => id === connectorId)?.name ?? connectorId.replace(/^multi:/, '')
}
