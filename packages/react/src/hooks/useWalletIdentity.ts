import type { ConnectionInfo } from '@latchkey/core'
import { useConfig } from './useConfig.js'
import { useWalletIcon } from './useWalletIcon.js'

/**
 * What a connected wallet is called and looks like: its own name and picture where it said them, else those of its connector. The
 * picture comes by the data API, since its host is the wallet's choice and would learn who looks; without one the letter stands.
 *
 * @param connection - The connection, of `useConnection` or `useConnections`.
 */
export function useWalletIdentity({ connector, wallet }: Pick<ConnectionInfo, 'connector' | 'wallet'>) {
  const { api } = useConfig()
  const icon = useWalletIcon(connector)
  if (!wallet) return { name: connector?.name, icon }
  const url = wallet.icon ?? ''
  if (!url.startsWith('https:')) return wallet
  const query = api && `?projectId=${encodeURIComponent(api.projectId)}&url=${encodeURIComponent(url)}`
  return { name: wallet.name, icon: query && `${api.url}/v1/picture${query}` }
}
