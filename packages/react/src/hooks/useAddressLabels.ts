import { type AccountId, type Config, type Namespace, setAddressLabel } from '@latchkey/core'
import { useCallback } from 'react'
import { useAccountState } from './useAccountState.js'
import { useConfig } from './useConfig.js'

/** The return type of `useAddressLabels`. */
export type UseAddressLabelsReturnType = {
  /** Names by plain address. */
  readonly addressLabels: { readonly [address: string]: string }
  /** Sets or removes the name of an address. */
  setAddressLabel(parameters: { account: AccountId; label?: string | undefined }): void
}

/**
 * The names that the app gave to addresses of a chain family, kept up to date.
 *
 * @param parameters.namespace - The family. Default: the active one.
 * @param parameters.config - The config to read. Default: the provider's.
 * @returns The names, and a function that changes one.
 *
 * @example
 * import { useAddressLabels } from '@latchkey/react'
 * const { addressLabels, setAddressLabel } = useAddressLabels()
 * const call = () => setAddressLabel({ account: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8', label: 'Savings' })
 */
export function useAddressLabels(
  parameters: { readonly namespace?: Namespace | undefined; readonly config?: Config | undefined } = {},
): UseAddressLabelsReturnType {
  const config = useConfig(parameters)
  const { addressLabels } = useAccountState(parameters)
  return {
    addressLabels,
    setAddressLabel: useCallback((change) => setAddressLabel(config, change), [config]),
  }
}
