import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { Abi, ContractEventName } from 'viem'
import type { WatchContractEventParameters as ViemWatchContractEventParameters } from 'viem/actions'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { getClient } from './getClient.js'
import { lazyWatch } from './lazyWatch.js'

/** The parameters of `watchContractEvent`: viem's parameters, and the chain. */
export type WatchContractEventParameters<
  abi extends Abi | readonly unknown[] = Abi,
  eventName extends ContractEventName<abi> | undefined = ContractEventName<abi>,
  strict extends boolean | undefined = undefined,
  config extends Config = ResolvedRegister['config'],
> = Omit<ViemWatchContractEventParameters<abi, eventName, strict>, 'poll'> & EvmChainParameter<config>

/** The return type of `watchContractEvent`: ends the watching. */
export type WatchContractEventReturnType = () => void

/** The error type of `watchContractEvent`. */
export type WatchContractEventErrorType = LatchkeyError<'CHAIN_NOT_FOUND'>

/**
 * Watches the events of a contract from now on, typed by its ABI, by asking the node after each block.
 *
 * @param config - The config.
 * @param parameters - `address`, `abi`, `eventName`, `args`, `onLogs` and `onError` as viem has them; `pollingInterval` in
 * milliseconds; `chainId` as a number, by default the EVM chain that is active now.
 * @returns Ends the watching. It ends with the config, too.
 * @throws CHAIN_NOT_FOUND; what fails later goes to `onError`, coded, and the watching goes on.
 * @see https://viem.sh/docs/contract/watchContractEvent
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { watchContractEvent } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * import { erc20Abi } from 'viem'
 * const config = createConfig({ chains: [mainnet] })
 * const stop = watchContractEvent(config, {
 *   address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   abi: erc20Abi,
 *   eventName: 'Transfer',
 *   onLogs: (logs) => console.log(logs.map(({ args }) => args.value)),
 * })
 */
export function watchContractEvent<
  const abi extends Abi | readonly unknown[],
  eventName extends ContractEventName<abi> | undefined = undefined,
  strict extends boolean | undefined = undefined,
  config extends Config = Config,
>(
  config: config,
  parameters: WatchContractEventParameters<abi, eventName, strict, config>,
): WatchContractEventReturnType {
  const { chainId, ...asked } = parameters as unknown as ViemWatchContractEventParameters & EvmChainParameter
  const client = getClient<Config>(config, { chainId })
  const load = async () => {
    const { blockNumber, watchEvents } = await import('./contractCalls.js')
    // Without a filter viem starts at its second poll, and earlier logs would be missed.
    const now = asked.fromBlock === undefined ? await blockNumber(client, 0).catch(() => undefined) : undefined
    return () => watchEvents(client, now === undefined ? asked : { ...asked, fromBlock: now + 1n })
  }
  return lazyWatch(config, load, asked.onError)
}
