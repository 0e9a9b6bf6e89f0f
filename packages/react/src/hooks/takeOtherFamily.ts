import { type Config, getAccount, namespaces, switchNetwork } from '@latchkey/core'

/** Makes a chain family active that still has a wallet, on the network it is on; false where none has. Nobody is asked. */
export function takeOtherFamily(config: Config): boolean {
  const { network } = config.state
  const chainId = namespaces
    .filter((namespace) => getAccount(config, { namespace }).status === 'connected')
    .map((namespace) => network[namespace])
    .find((id) => config.networks.some(({ caipNetworkId }) => caipNetworkId === id))
  if (!chainId) return false
  switchNetwork(config, { chainId }).catch(() => {})
  return true
}
