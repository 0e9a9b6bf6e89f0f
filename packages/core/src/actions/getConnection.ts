import { type AccountId, type ChainId, type Namespace, parseAccountId } from '@latchkey/protocol/caip'
import type { AddressOf } from '../chain.js'
import type { ConfiguredNamespace } from '../config/configured.js'
import type { Connector, WalletIdentity } from '../connector.js'
import type { Config } from '../createConfig.js'
import type { State, Status } from '../state.js'

type AccountIdOf<namespace extends Namespace> = Extract<AccountId, `${namespace}:${string}`>

/** The return type of `getConnection`. */
export type GetConnectionReturnType<namespace extends Namespace = ConfiguredNamespace> = {
  readonly namespace: namespace
  readonly status: Status
  /** CAIP-10, while a wallet is connected or being restored. */
  readonly caipAddress: AccountIdOf<namespace> | undefined
  readonly address: AddressOf<namespace> | undefined
  /** All accounts that the wallet granted for this family, the active one first. */
  readonly accounts: readonly AccountIdOf<namespace>[]
  readonly connector: Connector | undefined
  /** Which wallet it is, where the connector reaches more than one: what to show in place of the connector's name and icon. */
  readonly wallet: WalletIdentity | undefined
  /** The chain that the account is on; it may be one that the app does not list. */
  readonly chainId: ChainId | undefined
}

/** The parameters of `getConnection`. */
export type GetConnectionParameters<namespace extends Namespace = ConfiguredNamespace> = {
  /** The family. Default: the active one. */
  readonly namespace?: namespace | undefined
}

/**
 * Reads the active account of a chain family.
 *
 * @param config - The config.
 * @param parameters.namespace - The family. Default: the active one.
 * @param state - The state to read. Default: the present one.
 * @returns The account; `status` is `connecting` while a wallet of the last visit has not answered yet, and on a server that does not
 * know of one.
 *
 * @example
 * import { getConnection } from '@latchkey/core'
 * const { address, status } = getConnection(config)
 */
export function getConnection<
  config extends Config,
  const namespace extends ConfiguredNamespace<config> = ConfiguredNamespace<config>,
>(config: config, parameters?: GetConnectionParameters<namespace>, state?: State): GetConnectionReturnType<namespace>
export function getConnection(
  config: Config,
  parameters: GetConnectionParameters<Namespace> = {},
  state: State = config.state,
): GetConnectionReturnType<Namespace> {
  const namespace = parameters.namespace ?? state.active
  const uid = state.current[namespace]
  const connection = uid === undefined ? undefined : state.connections.get(uid)
  if (!connection || connection.phase === 'missing') {
    // A server without the cookie cannot know whether the visitor is connected.
    const isOpen = state.pending !== undefined || (state.status === 'connecting' && state.connections.size === 0)
    const status: Status = isOpen ? 'connecting' : 'disconnected'
    return {
      namespace,
      status,
      caipAddress: undefined,
      address: undefined,
      accounts: [],
      connector: undefined,
      wallet: undefined,
      chainId: undefined,
    }
  }
  const accounts = connection.accounts.filter((account) => account.startsWith(`${namespace}:`))
  const [caipAddress] = accounts
  return {
    namespace,
    status: connection.phase === 'live' ? 'connected' : 'connecting',
    caipAddress,
    address: caipAddress && parseAccountId(caipAddress).address,
    accounts,
    connector: config.connectors.find(({ id }) => id === uid),
    wallet: connection.wallet,
    chainId: connection.chains[namespace],
  }
}
