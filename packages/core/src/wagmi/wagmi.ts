import { type AccountId, toAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Chain } from '../chain.js'
import type { Connector, CreateConnector, Discovery, WalletSession } from '../connector.js'
import {
  connectInWagmi,
  disconnectInWagmi,
  isLive,
  isUnderWay,
  reconnectInWagmi,
  releaseInWagmi,
} from './wagmiActions.js'
import type { WagmiConfig, WagmiConnection, WagmiConnector } from './wagmiConfig.js'

/**
 * Uses an existing wagmi config (v2 or v3) to reach wallets: wagmi connects, Latchkey shows, both hold one account.
 * Nothing of wagmi is imported, only the config is spoken to, whose parts are the same in both versions.
 *
 * @param wagmiConfig - What `createConfig` of wagmi returned.
 * @returns A connector source for `createConfig({ connectors: [wagmi(wagmiConfig)] })`.
 * @see https://wagmi.sh
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { wagmi } from '@latchkey/core/wagmi'
 * import { createConfig as createWagmiConfig, http } from '@wagmi/core'
 * import { mainnet } from '@wagmi/core/chains'
 * const wagmiConfig = createWagmiConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } })
 * const config = createConfig({ chains: wagmiConfig.chains, connectors: [wagmi(wagmiConfig)] })
 */
export function wagmi(wagmiConfig: WagmiConfig): CreateConnector {
  return (host): Discovery => ({
    discover(found) {
      const known = new Map<string, Connector>()
      const live = new Map<string, string>()

      const list = () => {
        for (const source of wagmiConfig.connectors) {
          if (known.has(source.id)) continue
          const connector = fromWagmi(wagmiConfig, source.id)
          known.set(source.id, connector)
          found(connector)
        }
      }

      const follow = () => {
        const seen = new Set<string>()
        for (const connection of wagmiConfig.state.connections.values()) {
          const { id } = connection.connector
          const session = toSession(connection)
          if (!session) continue
          seen.add(id)
          const print = JSON.stringify(session)
          const before = live.get(id)
          if (before === print) continue
          live.set(id, print)
          host.emit(id, { type: before === undefined ? 'connect' : 'change', session })
        }
        for (const id of live.keys()) {
          if (seen.has(id)) continue
          live.delete(id)
          host.emit(id, { type: 'disconnect' })
        }
      }

      list()
      follow()
      const stops = [
        wagmiConfig.subscribe((state) => state.connections, follow),
        wagmiConfig._internal.connectors.subscribe(() => {
          list()
          follow()
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  })
}

function fromWagmi(wagmiConfig: WagmiConfig, id: string): Connector {
  const source = () => {
    const connector = wagmiConfig.connectors.find((known) => known.id === id)
    if (!connector) throw new LatchkeyError('CONNECTOR_NOT_FOUND', `wagmi no longer has the connector "${id}".`)
    return connector
  }
  const first = source()
  const rdns = typeof first.rdns === 'string' ? first.rdns : first.rdns?.[0]
  return {
    id,
    kind: kindOf(first),
    name: first.name,
    namespaces: ['eip155'],
    ...(first.icon?.startsWith('data:image/') ? { icon: first.icon } : {}),
    ...(rdns ? { rdns } : {}),
    async connect({ chainId }) {
      if (!toSession(connectionOf(wagmiConfig, id))) {
        await connectInWagmi(wagmiConfig, source(), chainId ? { chainId: Number(chainId.split(':')[1]) } : {})
      }
      const session = toSession(connectionOf(wagmiConfig, id))
      if (!session) throw new LatchkeyError('WALLET_BAD_ANSWER', `${first.name} gave no account.`)
      return session
    },
    async reconnect() {
      const live = toSession(connectionOf(wagmiConfig, id))
      if (live) return live
      if (!isUnderWay(wagmiConfig)) await reconnectInWagmi(wagmiConfig, source())
      if (isUnderWay(wagmiConfig)) await settled(wagmiConfig)
      return toSession(connectionOf(wagmiConfig, id)) ?? null
    },
    async disconnect() {
      const connection = connectionOf(wagmiConfig, id)
      if (connection && isLive(connection)) await disconnectInWagmi(wagmiConfig, connection.connector)
    },
    release() {
      const connection = connectionOf(wagmiConfig, id)
      if (connection && isLive(connection)) releaseInWagmi(wagmiConfig, connection.connector)
    },
    async switchChain(chain: Chain) {
      const connector = source()
      if (!connector.switchChain) throw new LatchkeyError('UNSUPPORTED_METHOD', `${first.name} cannot switch networks.`)
      await connector.switchChain({ chainId: Number(chain.id) })
    },
    getProvider: () => source().getProvider(),
  }
}

function kindOf(connector: WagmiConnector): Connector['kind'] {
  if (connector.type === 'walletConnect') return 'walletConnect'
  if (connector.type !== 'injected') return 'external'
  return connector.id === 'injected' ? 'injected' : 'announced'
}

function connectionOf(wagmiConfig: WagmiConfig, id: string): WagmiConnection | undefined {
  const connections = [...wagmiConfig.state.connections.values()].filter(({ connector }) => connector.id === id)
  return connections.find(isLive) ?? connections[0]
}

function settled(wagmiConfig: WagmiConfig): Promise<void> {
  return new Promise((resolve) => {
    const stop = wagmiConfig.subscribe(
      (state) => state.status,
      () => {
        if (isUnderWay(wagmiConfig)) return
        stop()
        resolve()
      },
    )
  })
}

function toSession(connection: WagmiConnection | undefined): WalletSession | undefined {
  if (!connection || !isLive(connection)) return undefined
  const chainId = `eip155:${connection.chainId}` as const
  const accounts = connection.accounts.map((address) => toAccountId(chainId, address)) as [AccountId, ...AccountId[]]
  return accounts.length > 0 ? { accounts, chains: { eip155: chainId } } : undefined
}
