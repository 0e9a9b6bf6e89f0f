import type { AccountId } from '@latchkey/protocol/caip'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import { readAccount } from '../connection/readAccount.js'
import type { Config } from '../createConfig.js'
import { detailed } from '../state.js'

/** The parameters of `setAddressLabel`. */
export type SetAddressLabelParameters = {
  /** A CAIP-10 account; the name holds on every chain of its family. */
  readonly account: AccountId
  /** The name; without one the address has none any more. */
  readonly label?: string | undefined
}

/** The return type of `setAddressLabel`. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a function returns.
export type SetAddressLabelReturnType = void

/** The error type of `setAddressLabel`. */
export type SetAddressLabelErrorType = LatchkeyError<'INVALID_ADDRESS'>

/**
 * Sets or removes the app's own name of an address; kept until the page is left.
 *
 * @param config - The config.
 * @param parameters.account - A CAIP-10 account; the name holds on every chain of its family.
 * @param parameters.label - The name; without one the address has none any more.
 * @throws INVALID_ADDRESS.
 *
 * @example
 * import { setAddressLabel } from '@latchkey/core'
 * setAddressLabel(config, { account: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8', label: 'Savings' })
 */
export function setAddressLabel(config: Config, parameters: SetAddressLabelParameters): SetAddressLabelReturnType {
  const { namespace, address } = readAccount(parameters.account)
  config._internal.update((state) => {
    const { [address]: _, ...others } = state.details?.[namespace]?.addressLabels ?? {}
    const { label } = parameters
    return detailed(state, namespace, { addressLabels: label ? { ...others, [address]: label } : others })
  })
}
