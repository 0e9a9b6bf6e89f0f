import { type Contact, namespaces } from '@latchkey/core'
import { useLatchkey } from '../../../context.js'
import { useConnection } from '../../../hooks/useConnection.js'
import { useContactStrings } from '../../../hooks/useContactStrings.js'
import { useContacts } from '../../../hooks/useContacts.js'
import { useSendFlow } from '../../../hooks/useSendFlow.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Avatar } from '../../../primitives/Avatar.js'
import { Icon } from '../../../primitives/Icon.js'
import { IconButton } from '../../../primitives/IconButton.js'
import { List } from '../../../primitives/List.js'
import { Notice } from '../../../primitives/Notice.js'
import { shorten } from '../../../primitives/shorten.js'
import type { Routes } from '../../routes.js'

/** The contacts of this browser, to look after, or to choose the receiver among those of the family. */
export function Contacts({ data }: { data: Routes['Contacts'] }) {
  const { modal } = useLatchkey()
  const strings = useContactStrings()
  const { namespace } = useConnection()
  const { edit } = useSendFlow()
  const picks = data?.picks === true
  const { contacts } = useContacts({ namespace: picks ? namespace : undefined })
  useWalletGone()

  if (contacts.length === 0) {
    return (
      <div className="lk-view">
        <Notice icon={<Icon name="wallet" size={28} />} title={strings.contactsNone}>
          {strings.contactsNoneText}
        </Notice>
      </div>
    )
  }
  const choose = ({ address }: Contact) => {
    edit({ to: address })
    modal.back()
  }
  const families = namespaces.filter((family) => contacts.some((contact) => contact.namespace === family))
  return (
    <div className="lk-view">
      {families.map((family) => (
        <List
          key={family}
          label={families.length > 1 ? strings.families[family] : strings.contacts}
          hideLabel={families.length === 1}
        >
          {contacts
            .filter((contact) => contact.namespace === family)
            .map((contact) => (
              <li key={contact.address} className="lk-row-item lk-contact">
                {picks ? (
                  <button type="button" className="lk-row" onClick={() => choose(contact)}>
                    <ContactText contact={contact} />
                  </button>
                ) : (
                  <div className="lk-row" data-still>
                    <ContactText contact={contact} />
                  </div>
                )}
                <IconButton
                  icon={<Icon name="edit" />}
                  label={strings.contactEdit(contact.name)}
                  onClick={() => modal.push({ view: 'EditContact', data: contact })}
                />
              </li>
            ))}
        </List>
      ))}
    </div>
  )
}

function ContactText({ contact: { name, address } }: { contact: Contact }) {
  return (
    <>
      <Avatar address={address} />
      <span className="lk-row-text">
        <span className="lk-row-title">
          <bdi className="lk-cut">{name}</bdi>
        </span>
        <span className="lk-row-detail" title={address} dir="ltr">
          {shorten(address)}
        </span>
      </span>
    </>
  )
}
