import { type Config, getConnection, namespaces, switchChain } from '@latchkey/core'

/** Activates a family that still has a wallet, on the chain it is on; false where none has. Nobody is asked. */
export function switchToOtherFamily(config: Config): boolean {
  const { chainIds } = config.state
  const chainId = namespaces
    .filter((namespace) => getConnection(config, { namespace }).status === 'connected')
    .map((namespace) => chainIds[namespace])
    .find((id) => config.chains.some(({ caipNetworkId }) => caipNetworkId === id))
  if (!chainId) return false
  switchChain(config, { chainId }).catch(() => {})
  return true
}
