import { type FormEvent, useId, useState } from 'react'
import { useLatchkey } from '../../../context.js'
import { useContactStrings } from '../../../hooks/useContactStrings.js'
import { useContacts } from '../../../hooks/useContacts.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Avatar } from '../../../primitives/Avatar.js'
import { Button } from '../../../primitives/Button.js'
import { Fact } from '../../../primitives/Fact.js'
import { GroupedAddress } from '../../../primitives/GroupedAddress.js'
import type { Routes } from '../../routes.js'

/** Longer names would only be cut. */
const longestName = 64

/** What somebody whom the visitor pays is called; also where they are forgotten. */
export function EditContact({ data: { namespace, address, name = '' } }: { data: Routes['EditContact'] }) {
  const { modal, toasts } = useLatchkey()
  const strings = useContactStrings()
  const { contacts, saveContact, removeContact } = useContacts({ namespace })
  const [text, setText] = useState(name)
  const [trouble, setTrouble] = useState<string>()
  const id = useId()
  const isKept = contacts.some((contact) => contact.address === address)
  useWalletGone()

  const save = (event: FormEvent) => {
    event.preventDefault()
    try {
      toasts.show(strings.contactKept(saveContact({ namespace, address, name: text }).name))
      modal.back()
    } catch (error) {
      const { message, hints = [] } = error as Error & { hints?: readonly string[] }
      setTrouble([message, ...hints].join(' '))
    }
  }
  const remove = () => {
    removeContact({ namespace, address })
    toasts.show(strings.contactRemoved(name))
    modal.back()
  }

  return (
    <form className="lk-view" onSubmit={save} noValidate>
      <dl className="lk-facts">
        <Fact label={strings.families[namespace]} tall>
          <Avatar address={address} size={28} />
          <GroupedAddress address={address} />
        </Fact>
      </dl>
      <div className="lk-field" data-invalid={trouble !== undefined || undefined}>
        <label className="lk-field-label" htmlFor={id}>
          {strings.contactName}
        </label>
        <div className="lk-field-line">
          <input
            id={id}
            className="lk-contact-input"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setTrouble(undefined)
            }}
            maxLength={longestName}
            autoComplete="off"
            dir="auto"
            aria-invalid={trouble !== undefined || undefined}
            aria-describedby={`${id}-help`}
          />
        </div>
        <div id={`${id}-help`} className="lk-field-help" role={trouble === undefined ? undefined : 'alert'}>
          {trouble ?? <p className="lk-name-line">{strings.contactNameHelp}</p>}
        </div>
      </div>
      <button type="submit" className="lk-button" data-kind="primary" disabled={text.trim() === ''}>
        <span className="lk-button-label">{strings.contactKeep}</span>
      </button>
      {isKept && (
        <Button kind="text" onClick={remove}>
          {strings.contactRemove}
        </Button>
      )}
    </form>
  )
}
