import { isNamespace, type Namespace } from '@latchkey/protocol/caip'
import { toPlainAddress } from '@latchkey/protocol/internal/receivers'
import { cleanName } from '@latchkey/protocol/internal/text'
import type { Config } from '../createConfig.js'
import { type KeptStore, persistedStore } from '../storage/persistedStore.js'

/** A saved receiver, stored in this browser. */
export type Contact = {
  readonly namespace: Namespace
  /** A plain address, or on EVM chains a name that leads to one. */
  readonly address: string
  /** The visitor's name for the receiver; show it beside the address, never instead of it. */
  readonly name: string
}

/** Under which key they stand in a storage. */
const contactsKey = 'contacts'
/** The maximum number of entries. */
export const mostContacts = 200
const format = 1

/** The contacts of a config's storage, by name. */
export function contactsOf(config: Config): KeptStore<readonly Contact[]> {
  return persistedStore(config, { key: contactsKey, read, write: (contacts) => ({ format, contacts }) })
}

/** Whether two contacts have the same address. */
export function isSameContact(one: Omit<Contact, 'name'>, other: Omit<Contact, 'name'>): boolean {
  return one.namespace === other.namespace && toPlainAddress(one.address) === toPlainAddress(other.address)
}

function read(config: Config): readonly Contact[] {
  const kept = config.storage.get(contactsKey, isKept)?.contacts ?? []
  return kept
    .filter(isContact)
    .slice(0, mostContacts)
    .map(({ namespace, address, name }) => ({ namespace, address, name }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

function isKept(value: unknown): value is { readonly contacts: readonly unknown[] } {
  const kept = value as { format?: unknown; contacts?: unknown } | null
  return typeof kept === 'object' && kept?.format === format && Array.isArray(kept.contacts)
}

function isContact(value: unknown): value is Contact {
  if (typeof value !== 'object' || value === null) return false
  const { namespace, address, name } = value as Contact
  if (typeof address !== 'string' || typeof name !== 'string') return false
  return isNamespace(namespace) && /^[\w.-]{3,255}$/.test(address) && name !== '' && cleanName(name) === name
}
