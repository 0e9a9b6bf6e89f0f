import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { connectTimeout } from '@latchkey/protocol/internal/limits'
import { dedupe } from '../calls/dedupe.js'
import { withTimeout } from '../calls/withTimeout.js'
import type { Chain } from '../chain.js'
import type { ConfiguredChainId } from '../config/configured.js'
import type { WalletErrorCode } from '../config/errorTypes.js'
import { connectorOf } from '../connection/current.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import { chainSelected } from '../state.js'

/** The parameters of `switchChain`. */
export type SwitchChainParameters<config extends Config = ResolvedRegister['config']> = {
  /** A CAIP-2 id of a configured chain. */
  readonly chainId: ConfiguredChainId<config>
  readonly signal?: AbortSignal
}

/** The return type of `switchChain`: the chain. */
export type SwitchChainReturnType<config extends Config = ResolvedRegister['config']> = Chain<ConfiguredChainId<config>>

/** The error type of `switchChain`. */
export type SwitchChainErrorType = LatchkeyError<WalletErrorCode>

/**
 * Switches the active chain. A connected wallet switches too, and gets the chain added if it lacks it.
 *
 * @param config - The config.
 * @param parameters - The chain by its CAIP-2 id.
 * @returns The chain, once the wallet says that it uses it.
 * @throws CHAIN_NOT_FOUND 'Network not found' when it is not configured; USER_REJECTED; CHAIN_NOT_ADDED;
 * CHAIN_MISMATCH when the wallet agrees but stays where it was; WALLET_NOT_RESPONDING after 120 s.
 * @see https://eips.ethereum.org/EIPS/eip-3326 https://eips.ethereum.org/EIPS/eip-3085
 *
 * @example
 * import { switchChain } from '@latchkey/core'
 * await switchChain(config, { chainId: 'eip155:8453' })
 */
export async function switchChain<config extends Config>(
  config: config,
  parameters: SwitchChainParameters<config>,
): Promise<SwitchChainReturnType<config>>
export async function switchChain(config: Config, parameters: SwitchChainParameters<Config>): Promise<Chain> {
  const chain = config.chains.find(({ caipNetworkId }) => caipNetworkId === parameters.chainId)
  if (!chain) {
    config.alerts.raise('CHAIN_NOT_FOUND', `${parameters.chainId} is not in the chains of createConfig.`)
    throw new LatchkeyError('CHAIN_NOT_FOUND', 'Network not found', {
      hints: [`Add ${parameters.chainId} to the chains of createConfig.`],
    })
  }
  const namespace = chain.chainNamespace
  const connector = connectorOf(config, namespace)
  if (connector && config.state.chainIds[namespace] !== chain.caipNetworkId) {
    await dedupe(config, `switch ${connector.id} ${chain.caipNetworkId}`, async () => {
      const { switchChain: ask } = connector
      if (!ask) {
        throw new LatchkeyError('CHAIN_SWITCH_REFUSED', `${connector.name} cannot change its network from here.`, {
          hints: ['Change it in the wallet.'],
        })
      }
      try {
        await withTimeout(() => ask.call(connector, chain), connectTimeout, parameters.signal)
      } catch (thrown) {
        throw fromRpcError(thrown)
      }
    })
  }
  config._internal.update((state) => chainSelected(state, chain.caipNetworkId, namespace))
  return chain
}
