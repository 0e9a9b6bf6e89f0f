import type { Namespace } from '@latchkey/core'
import { toPlainAddress } from '@latchkey/protocol/internal/receivers'
import { useLatchkey } from '../context.js'
import { useContactStrings } from '../hooks/useContactStrings.js'
import { useContacts } from '../hooks/useContacts.js'

/** The name of the contact that an address is of, or the way to save it as one. */
export function ContactOf({
  address,
  namespace,
  name,
  asks = true,
}: {
  address: string
  namespace: Namespace
  /** What a new contact would be called. */
  name?: string | undefined
  /** False: nothing where the address is no contact's. */
  asks?: boolean
}) {
  const { modal } = useLatchkey()
  const strings = useContactStrings()
  const { contacts } = useContacts({ namespace })
  const plain = toPlainAddress(address)
  const contact = contacts.find((each) => toPlainAddress(each.address) === plain)
  if (contact) return <bdi>{contact.name}</bdi>
  if (!asks) return null
  const data = { namespace, address, ...(name === undefined ? {} : { name }) }
  return (
    <button type="button" className="lk-text-button" onClick={() => modal.push({ view: 'EditContact', data })}>
      {strings.contactSave}
    </button>
  )
}
