import { type Contact, contactsOf } from '../contacts/contactStore.js'
import type { Config } from '../createConfig.js'

/** The parameters of `watchContacts`. */
export type WatchContactsParameters = {
  /** Called with all contacts after each change. */
  readonly onChange: (contacts: readonly Contact[]) => void
}

/** The return type of `watchContacts`: ends the watching. */
export type WatchContactsReturnType = () => void

/**
 * Calls back whenever a contact is saved or removed, in this tab or, once `reconnect` has run, in another of the site.
 *
 * @param config - The config.
 * @param parameters.onChange - Called with all contacts after each change.
 * @returns A function that ends the watching.
 *
 * @example
 * import { watchContacts } from '@latchkey/core'
 * const stop = watchContacts(config, { onChange: (contacts) => console.log(contacts.length) })
 */
export function watchContacts(config: Config, parameters: WatchContactsParameters): WatchContactsReturnType {
  return contactsOf(config).subscribe(parameters.onChange)
}
