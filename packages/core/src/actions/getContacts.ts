import type { Namespace } from '@latchkey/protocol/caip'
import { type Contact, contactsOf } from '../contacts/contactStore.js'
import type { Config } from '../createConfig.js'

/** The parameters of `getContacts`. */
export type GetContactsParameters = {
  /** Only those of this family. Default: all. */
  readonly namespace?: Namespace | undefined
}

/** The return type of `getContacts`. */
export type GetContactsReturnType = readonly Contact[]

/**
 * Lists the contacts that the visitor saved in this browser, by name.
 *
 * @param config - The config; its storage keeps them.
 * @param parameters.namespace - Only those of this family. Default: all.
 * @returns The contacts. Show the name beside the address, never in its place.
 *
 * @example
 * import { getContacts } from '@latchkey/core'
 * const [first] = getContacts(config, { namespace: 'eip155' })
 */
export function getContacts(config: Config, parameters: GetContactsParameters = {}): GetContactsReturnType {
  const { namespace } = parameters
  const all = contactsOf(config).get()
  return namespace === undefined ? all : all.filter((contact) => contact.namespace === namespace)
}
