import type { Config, ResolvedRegister } from '@latchkey/core'
import { type WatchContractEventParameters, watchContractEvent } from '@latchkey/core/contracts'
import { useEffect, useRef } from 'react'
import type { Abi, ContractEventName } from 'viem'
import { useConfig } from '../hooks/useConfig.js'
import { useEvm } from './useEvm.js'

/** The parameters of `useWatchContractEvent`. */
export type UseWatchContractEventParameters<
  abi extends Abi | readonly unknown[] = Abi,
  eventName extends ContractEventName<abi> | undefined = ContractEventName<abi>,
  strict extends boolean | undefined = undefined,
  config extends Config = ResolvedRegister['config'],
> = WatchContractEventParameters<abi, eventName, strict, config> & {
  /** False: nothing is watched. Default true. */
  readonly enabled?: boolean | undefined
  /** The config to watch with. Default: the provider's. */
  readonly config?: config | undefined
}

/**
 * Watches the events of a contract while the component is on the page, typed by its ABI.
 *
 * @param parameters - `address`, `abi`, `eventName`, `args`, `onLogs`, `onError` as viem has them; `chainId` as a number (default: the
 * active EVM chain); `pollingInterval` in milliseconds; `enabled`, and a `config`.
 *
 * @example
 * import { useWatchContractEvent } from '@latchkey/react/contracts'
 * import { erc20Abi } from 'viem'
 * useWatchContractEvent({
 *   address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   abi: erc20Abi,
 *   eventName: 'Transfer',
 *   onLogs: (logs) => console.log(logs.map(({ args }) => args.value)),
 * })
 */
export function useWatchContractEvent<
  const abi extends Abi | readonly unknown[],
  eventName extends ContractEventName<abi> | undefined = undefined,
  strict extends boolean | undefined = undefined,
  config extends Config = ResolvedRegister['config'],
>(parameters: UseWatchContractEventParameters<abi, eventName, strict, config>): void {
  const given = parameters as unknown as UseWatchContractEventParameters
  const { config: _, enabled = true, abi: __, onLogs: ___, onError: ____, ...plain } = given
  const config = useConfig(given)
  const { chainId } = useEvm({ config })
  // A page writes what it asks for anew each time it draws; only what it says counts.
  const asked = JSON.stringify({ ...plain, chainId: plain.chainId ?? chainId }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  const latest = useRef(given)
  useEffect(() => {
    latest.current = given
  })
  useEffect(() => {
    const { chainId: on } = JSON.parse(asked) as { chainId?: number }
    const isListed = config.chains.some(({ id, chainNamespace }) => chainNamespace === 'eip155' && id === on)
    if (!enabled || on === undefined || !isListed) return undefined
    const { config: _, enabled: __, ...rest } = latest.current
    return watchContractEvent(config, {
      ...rest,
      chainId: on,
      onLogs: (logs) => latest.current.onLogs(logs),
      onError: (error) => latest.current.onError?.(error),
    })
  }, [config, enabled, asked])
}
