import {
  type Config,
  type Contact,
  getContacts,
  type Namespace,
  type RemoveContactParameters,
  removeContact,
  type SaveContactParameters,
  saveContact,
  watchContacts,
} from '@latchkey/core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useConfig } from './useConfig.js'

const none: readonly Contact[] = []

/** The return type of `useContacts`. */
export type UseContactsReturnType = {
  /** By name; none while a page hydrates, since a server knows of none. */
  readonly contacts: readonly Contact[]
  /** Saves one, or renames the one of that address; throws as the action of the same name. */
  saveContact(parameters: SaveContactParameters): Contact
  /** Removes one. */
  removeContact(parameters: RemoveContactParameters): void
}

/**
 * The contacts that the visitor saved in this browser, kept up to date, also with the site's other tabs.
 *
 * @param parameters.namespace - Only those of this family. Default: all.
 * @param parameters.config - The config to read. Default: the provider's.
 * @returns The contacts, and functions that save and remove one.
 *
 * @example
 * import { useContacts } from '@latchkey/react'
 * const { contacts, saveContact } = useContacts({ namespace: 'eip155' })
 * const save = () => saveContact({ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', name: 'Ada', namespace: 'eip155' })
 */
export function useContacts(
  parameters: { readonly namespace?: Namespace | undefined; readonly config?: Config | undefined } = {},
): UseContactsReturnType {
  const { namespace } = parameters
  const config = useConfig(parameters)
  const all = useSyncExternalStore(
    useCallback((onChange) => watchContacts(config, { onChange }), [config]),
    () => getContacts(config),
    () => none,
  )
  return {
    contacts: useMemo(
      () => (namespace === undefined ? all : all.filter((contact) => contact.namespace === namespace)),
      [all, namespace],
    ),
    saveContact: useCallback((contact) => saveContact(config, contact), [config]),
    removeContact: useCallback((contact) => removeContact(config, contact), [config]),
  }
}
