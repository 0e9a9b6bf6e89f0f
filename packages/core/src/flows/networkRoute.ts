import type { Namespace } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'
import type { Network } from '../network.js'

/** Where choosing a network leads. */
export type NetworkRoute =
  | { readonly view: 'SwitchNetwork'; readonly data: { readonly network: Network } }
  | {
      readonly view: 'SwitchActiveChain'
      readonly data: {
        readonly switchToChain: Namespace
        readonly navigateTo: 'Connect'
        readonly navigateWithReplace: true
        readonly network: Network
      }
    }

/** Families that the embedded wallet covers by itself. */
const embeddedFamilies: readonly Namespace[] = ['eip155', 'solana']

/**
 * Decides what choosing a network leads to: a switch, or first a wallet for the other chain family.
 *
 * @param config - The config.
 * @param parameters.network - The network that was chosen.
 * @param parameters.skipConfirmation - Goes straight to the switch.
 * @returns The view and what it needs; undefined when the network is active already.
 *
 * @example
 * import { networkRoute } from '@latchkey/core'
 * import { base } from '@latchkey/core/networks'
 * networkRoute(config, { network: base })?.view // 'SwitchNetwork'
 */
export function networkRoute(
  config: Config,
  parameters: { network: Network; skipConfirmation?: boolean },
): NetworkRoute | undefined {
  const { network, skipConfirmation = false } = parameters
  const { active, current, network: chains } = config.state
  const target = network.chainNamespace
  if (active === target && chains[target] === network.caipNetworkId) return undefined

  const speaker = current[active]
  const embedded =
    config.connectors.find(({ id }) => id === speaker)?.kind === 'auth' && embeddedFamilies.includes(target)
  const needsWallet = speaker !== undefined && target !== active && current[target] === undefined
  if (needsWallet && !skipConfirmation && !embedded) {
    return {
      view: 'SwitchActiveChain',
      data: { switchToChain: target, navigateTo: 'Connect', navigateWithReplace: true, network },
    }
  }
  return { view: 'SwitchNetwork', data: { network } }
}

/**
 * Tells whether the visitor must be shown that their wallet is on a chain that the app does not list.
 *
 * @param config - The config.
 * @param parameters.basic - True for the lightweight wallet-connection mode, which never asks.
 * @returns True when the active chain is not listed and the config neither allows that nor forbids switching.
 *
 * @example
 * import { isUnsupportedChain } from '@latchkey/core'
 * if (isUnsupportedChain(config)) console.log('Choose another network')
 */
export function isUnsupportedChain(config: Config, parameters: { basic?: boolean } = {}): boolean {
  const { options, networks, state } = config
  if (!options.enableNetworkSwitch || options.allowUnsupportedChain || parameters.basic) return false
  if (state.current[state.active] === undefined || state.status !== 'connected') return false
  const chainId = state.network[state.active]
  return chainId !== undefined && !networks.some(({ caipNetworkId }) => caipNetworkId === chainId)
}
