import { type AccountId, type Namespace, parseAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { ConfiguredConnectorId } from '../config/configured.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import { connectionSelected } from '../state.js'
import { type ConnectErrorType, connect } from './connect.js'
import { type ConnectionStatus, getConnections } from './getConnections.js'

/** The parameters of `switchConnection`. */
export type SwitchConnectionParameters<config extends Config = ResolvedRegister['config']> = {
  /** The family of the connection. */
  readonly connectorId: ConfiguredConnectorId<config>
}

/** The return type of `switchConnection`: how the connection stood before. */
export type SwitchConnectionReturnType = ConnectionStatus

/** The error type of `switchConnection`. */
export type SwitchConnectionErrorType = LatchkeyError<ConnectErrorType['code']>

/**
 * Switches the active wallet of its chain families; one that is not live connects first.
 *
 * @param config - The config.
 * @param parameters - See {@link SwitchConnectionParameters}.
 * @returns How the connection stood before.
 * @throws UNKNOWN 'Invalid connection status: …' for a status that does not exist; and what `connect` throws.
 *
 * @example
 * import { switchConnection } from '@latchkey/core'
 * await switchConnection(config, { connectorId: 'io.metamask' })
 */
export async function switchConnection<config extends Config>(
  config: config,
  parameters: SwitchConnectionParameters<config>,
): Promise<SwitchConnectionReturnType> {
  const { connectorId } = parameters
  const known = getConnections(config).find(
    (connection) => connection.connectorId.toLowerCase() === connectorId.toLowerCase(),
  )
  const status = known?.status ?? 'disconnected'
  if (status !== 'connected' && !config.features.multiWallet && config.state.connections.size > 0) {
    config.alerts.raiseOnce(
      'MULTI_WALLET_NOT_ENABLED',
      'Switching replaces the connected wallet. Set features.multiWallet in createConfig to keep both.',
    )
  }
  const uid = known?.connectorId ?? connectorId
  // One that speaks for a family may be silent in another of its own: choosing it makes it speak for all.
  const isSilent = known?.accounts.some(({ caipAddress }) => config.state.current[familyOf(caipAddress)] !== uid)
  await applyConnectionStatus(config, uid, status === 'connected' && isSilent ? 'active' : status)
  return status
}

/** Does what the status of a connection asks for when it is chosen. */
export async function applyConnectionStatus(
  config: Config,
  connectorId: string,
  status: ConnectionStatus,
): Promise<void> {
  switch (status) {
    case 'connected':
      return
    case 'active':
      return config._internal.update((state) => connectionSelected(state, connectorId))
    case 'disconnected':
      await connect(config, { connector: connectorId })
      return
    default:
      throw new LatchkeyError('UNKNOWN', `Invalid connection status: ${String(status satisfies never)}`)
  }
}

function familyOf(account: AccountId): Namespace {
  return parseAccountId(account).namespace
}
