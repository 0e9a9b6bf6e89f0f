import type { Namespace } from '@latchkey/protocol/caip'
import type { Chain } from '../chain.js'
import type { Config } from '../createConfig.js'

/** What follows the choice of a chain. */
export type ChainRoute =
  | { readonly view: 'SwitchNetwork'; readonly data: { readonly network: Chain } }
  | {
      readonly view: 'SwitchActiveChain'
      readonly data: {
        readonly switchToChain: Namespace
        readonly navigateTo: 'Connect'
        readonly navigateWithReplace: true
        readonly network: Chain
      }
    }

/** Families that the embedded wallet covers by itself. */
const embeddedFamilies: readonly Namespace[] = ['eip155', 'solana']

/**
 * Decides what choosing a chain leads to: a switch, or first a wallet for the other chain family.
 *
 * @param config - The config.
 * @param parameters.chain - The chain that was chosen.
 * @param parameters.skipConfirmation - Goes straight to the switch.
 * @returns The view and what it needs; undefined when the chain is active already.
 *
 * @example
 * import { chainRoute } from '@latchkey/core'
 * import { base } from '@latchkey/core/chains'
 * chainRoute(config, { chain: base })?.view // 'SwitchNetwork'
 */
export function chainRoute(
  config: Config,
  parameters: { chain: Chain; skipConfirmation?: boolean },
): ChainRoute | undefined {
  const { chain, skipConfirmation = false } = parameters
  const { active, current, chainIds } = config.state
  const target = chain.chainNamespace
  if (active === target && chainIds[target] === chain.caipNetworkId) return undefined

  const uid = current[active]
  const embedded = config.connectors.find(({ id }) => id === uid)?.kind === 'auth' && embeddedFamilies.includes(target)
  const needsWallet = uid !== undefined && target !== active && current[target] === undefined
  if (needsWallet && !skipConfirmation && !embedded) {
    return {
      view: 'SwitchActiveChain',
      data: { switchToChain: target, navigateTo: 'Connect', navigateWithReplace: true, network: chain },
    }
  }
  return { view: 'SwitchNetwork', data: { network: chain } }
}

/**
 * Returns whether the visitor must be shown that their wallet is on a chain that the app does not list.
 *
 * @param config - The config.
 * @returns True when the active chain is not listed and the config neither allows that (`allowUnsupportedChain`), nor forbids
 * switching (`enableNetworkSwitch: false`), nor leaves the chains of a session to the app (`basic`).
 *
 * @example
 * import { isUnsupportedChain } from '@latchkey/core'
 * if (isUnsupportedChain(config)) console.log('Choose another chain')
 */
export function isUnsupportedChain(config: Config): boolean {
  const { options, chains, state } = config
  if (!options.enableNetworkSwitch || options.allowUnsupportedChain || options.basic) return false
  if (state.current[state.active] === undefined || state.status !== 'connected') return false
  const chainId = state.chainIds[state.active]
  return chainId !== undefined && !chains.some(({ caipNetworkId }) => caipNetworkId === chainId)
}
