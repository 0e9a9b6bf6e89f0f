import type { Namespace } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { cleanName } from '@latchkey/protocol/internal/text'
import { type Contact, contactsOf, isSameContact, mostContacts } from '../contacts/contactStore.js'
import type { Config } from '../createConfig.js'

/** The parameters of `saveContact`. */
export type SaveContactParameters = {
  /** A plain address of the family, or on EVM chains a name that leads to one, such as `alice.names.example`. */
  readonly address: string
  /** The name: up to 64 characters; invisible ones are removed. */
  readonly name: string
  /** The family. Default: the active one. */
  readonly namespace?: Namespace | undefined
}

/** The return type of `saveContact`: the contact as it is kept. */
export type SaveContactReturnType = Contact

/** The error type of `saveContact`. */
export type SaveContactErrorType = LatchkeyError<
  'INVALID_ADDRESS' | 'INVALID_PARAMS' | 'INVALID_REQUEST' | 'INVALID_CONFIG'
>

/**
 * Saves a contact in this browser, up to 200; an address that is saved already gets the new name.
 *
 * @param config - The config; its storage keeps it.
 * @param parameters - See {@link SaveContactParameters}.
 * @returns The contact as it is kept.
 * @throws INVALID_ADDRESS, INVALID_PARAMS when nothing of the name can be seen, INVALID_REQUEST when there are 200 already,
 * INVALID_CONFIG for a family that is not set up.
 *
 * @example
 * import { saveContact } from '@latchkey/core'
 * saveContact(config, { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', name: 'Ada', namespace: 'eip155' })
 */
export function saveContact(config: Config, parameters: SaveContactParameters): SaveContactReturnType {
  const { namespace = config.state.active } = parameters
  const address = parameters.address.trim()
  const isName = namespace === 'eip155' && /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i.test(address)
  if (!isName && !config.namespace(namespace).isAddress(address)) {
    throw new LatchkeyError('INVALID_ADDRESS', 'This is neither an address nor a name of this network.')
  }
  const name = cleanName(parameters.name)
  if (name === '') throw new LatchkeyError('INVALID_PARAMS', 'A contact needs a name.')
  const contact = { namespace, address: isName ? address.toLowerCase() : address, name }
  const store = contactsOf(config)
  const others = store.get().filter((each) => !isSameContact(each, contact))
  if (others.length >= mostContacts) {
    throw new LatchkeyError('INVALID_REQUEST', `There is room for ${mostContacts} contacts.`, {
      hints: ['Remove one first.'],
    })
  }
  store.set([...others, contact])
  return contact
}
