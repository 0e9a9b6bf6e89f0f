import type { Namespace } from '@latchkey/protocol/caip'
import { contactsOf, isSameContact } from '../contacts/contactStore.js'
import type { Config } from '../createConfig.js'

/** The parameters of `removeContact`. */
export type RemoveContactParameters = {
  /** The address or name that was saved. */
  readonly address: string
  /** The family. Default: the active one. */
  readonly namespace?: Namespace | undefined
}

/** The return type of `removeContact`. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a function returns.
export type RemoveContactReturnType = void

/**
 * Removes a contact from this browser; one that is not there is no fault.
 *
 * @param config - The config; its storage keeps the contacts.
 * @param parameters.address - The address or name that was saved.
 * @param parameters.namespace - The family. Default: the active one.
 *
 * @example
 * import { removeContact } from '@latchkey/core'
 * removeContact(config, { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', namespace: 'eip155' })
 */
export function removeContact(config: Config, parameters: RemoveContactParameters): RemoveContactReturnType {
  const { address, namespace = config.state.active } = parameters
  const store = contactsOf(config)
  store.set(store.get().filter((each) => !isSameContact(each, { namespace, address: address.trim() })))
}
