import { type AccountId, type ChainId, parseAccountId } from '@latchkey/protocol/caip'
import type { Chain } from '../chain.js'
import type { AccountFacts } from '../connection/accountTypes.js'
import type { Connector, WalletIdentity } from '../connector.js'
import type { Config } from '../createConfig.js'
import type { State } from '../state.js'

/** The status of a connection: active in its family, live but not active, or not live. */
export type ConnectionStatus = 'connected' | 'active' | 'disconnected'

/** One wallet that is connected. */
export type ConnectionInfo = {
  readonly connectorId: string
  readonly connector: Connector | undefined
  /** Which wallet it is, where the connector reaches more than one. */
  readonly wallet: WalletIdentity | undefined
  /** With what the wallet says of each: its kind, public key and path. */
  readonly accounts: readonly ({ readonly address: string; readonly caipAddress: AccountId } & AccountFacts)[]
  /** The chain of the connection, if the app lists it. */
  readonly caipNetwork: Chain | undefined
  readonly status: ConnectionStatus
}

/** The return type of `getConnections`: every wallet that is connected. */
export type GetConnectionsReturnType = readonly ConnectionInfo[]

/**
 * Lists the wallets that are connected.
 *
 * @param config - The config.
 * @param state - The state to read. Default: the present one.
 * @returns One entry a wallet, with its plain addresses and its chain.
 *
 * @example
 * import { getConnections } from '@latchkey/core'
 * const [first] = getConnections(config)
 */
export function getConnections(config: Config, state: State = config.state): GetConnectionsReturnType {
  const owned = [...state.connections.values()].flatMap(({ accounts }) => [
    ...new Set(accounts.map((account) => parseAccountId(account).namespace)),
  ])
  const isCrowded = new Set(owned).size < owned.length
  if (isCrowded && !config.features.multiWallet) {
    config.alerts.raiseOnce(
      'MULTI_WALLET_NOT_ENABLED',
      'Set features.multiWallet in createConfig to keep several wallets.',
    )
  }
  return [...state.connections].map(([uid, connection]) => {
    const chainIds: (ChainId | undefined)[] = Object.values(connection.chains)
    return {
      connectorId: connection.connectorId,
      connector: config.connectors.find(({ id }) => id === uid),
      wallet: connection.wallet,
      accounts: connection.accounts.map((caipAddress) => ({
        caipAddress,
        address: parseAccountId(caipAddress).address,
        ...connection.facts?.[caipAddress],
      })),
      caipNetwork: config.chains.find(({ caipNetworkId }) => chainIds.includes(caipNetworkId)),
      status:
        connection.phase !== 'live'
          ? 'disconnected'
          : Object.values(state.current).includes(uid)
            ? 'connected'
            : 'active',
    }
  })
}
