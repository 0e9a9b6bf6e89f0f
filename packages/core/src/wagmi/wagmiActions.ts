import type { WagmiConfig, WagmiConnection, WagmiConnector, WagmiState } from './wagmiConfig.js'

/** Connects as wagmi itself would, and tells wagmi. */
export async function connectInWagmi(
  config: WagmiConfig,
  connector: WagmiConnector,
  parameters: { chainId?: number; isReconnecting?: boolean },
): Promise<void> {
  moveWagmi(config, (state) => ({ ...state, status: 'connecting' }))
  try {
    const { accounts, chainId } = await connector.connect(parameters)
    const { events } = config._internal
    connector.emitter.off('connect', events.connect)
    // A wallet that announced itself while it connected is followed already.
    connector.emitter.off('change', events.change)
    connector.emitter.on('change', events.change)
    connector.emitter.off('disconnect', events.disconnect)
    connector.emitter.on('disconnect', events.disconnect)
    await config.storage?.setItem('recentConnectorId', connector.id)
    const connection = { accounts: accounts as WagmiConnection['accounts'], chainId, connector }
    moveWagmi(config, (state) => ({
      ...state,
      connections: withoutNames(state, connector).set(connector.uid, connection),
      current: connector.uid,
      status: 'connected',
    }))
  } catch (error) {
    moveWagmi(config, (state) => ({ ...state, status: state.current ? 'connected' : 'disconnected' }))
    throw error
  }
}

/** Restores a connection of the last visit, if the wallet still allows it, and tells wagmi. */
export async function reconnectInWagmi(config: WagmiConfig, connector: WagmiConnector): Promise<void> {
  const allowed = (await connector.getProvider()) && (await connector.isAuthorized())
  // By now wagmi may be taking up its connections itself; twice would be once too often.
  if (isUnderWay(config)) return
  if (allowed) return connectInWagmi(config, connector, { isReconnecting: true })
  moveWagmi(config, (state) => {
    const connections = withoutNames(state, connector)
    if (connections.size === 0) return { ...state, connections, current: null, status: 'disconnected' }
    const [next] = connections.keys()
    return { ...state, connections, current: connections.has(state.current ?? '') ? state.current : (next ?? null) }
  })
}

/** False for what wagmi kept from the last visit: it has only the connector's name until the wallet has answered. */
export function isLive({ connector }: WagmiConnection): boolean {
  return typeof connector.getProvider === 'function'
}

/** The connections without what the last visit left of this connector. */
function withoutNames(state: WagmiState, connector: WagmiConnector): Map<string, WagmiConnection> {
  return new Map([...state.connections].filter(([, own]) => own.connector.id !== connector.id || isLive(own)))
}

/** Disconnects as wagmi itself would, and tells wagmi. */
export async function disconnectInWagmi(config: WagmiConfig, connector: WagmiConnector): Promise<void> {
  await connector.disconnect()
  connector.emitter.on('connect', config._internal.events.connect)
  releaseInWagmi(config, connector)
}

/**
 * Takes a connection out of wagmi without a word to the wallet. Wagmi's connector goes on hearing the wallet, and connects anew
 * at a change of account as long as wagmi listens for that: so wagmi does not listen until a wallet connects.
 */
export function releaseInWagmi(config: WagmiConfig, connector: WagmiConnector): void {
  const { events } = config._internal
  connector.emitter.off('change', events.change)
  connector.emitter.off('disconnect', events.disconnect)
  moveWagmi(config, (state) => {
    const connections = new Map(state.connections)
    connections.delete(connector.uid)
    const [next] = connections.keys()
    if (next === undefined) return { ...state, connections, current: null, status: 'disconnected' }
    return { ...state, connections, current: state.current === connector.uid ? next : state.current }
  })
}

/** Whether wagmi is connecting, or taking up the connections of the last visit. */
export function isUnderWay({ state }: WagmiConfig): boolean {
  return state.status === 'reconnecting' || state.status === 'connecting'
}

function moveWagmi(config: WagmiConfig, step: (state: WagmiState) => WagmiState): void {
  config.setState(step as never)
}
