import { useCallback, useEffect, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useConnection } from '../hooks/useConnection.js'
import { useContactStrings } from '../hooks/useContactStrings.js'
import { useContacts } from '../hooks/useContacts.js'
import { useNamedReceiver } from '../hooks/useNamedReceiver.js'
import { usePaymentLink } from '../hooks/usePaymentLink.js'
import { usePaymentStrings } from '../hooks/usePaymentStrings.js'
import { useSendFlow } from '../hooks/useSendFlow.js'
import { Icon } from '../primitives/Icon.js'
import { IconButton } from '../primitives/IconButton.js'
import { ContactOf } from './ContactOf.js'
import { longestReceiver } from './longestReceiver.js'
import { PaymentLinkNote } from './PaymentLinkNote.js'
import { receiverWarnings } from './sendTexts.js'

/** To whom, with what is wrong about it or worth a second look below. */
export function ReceiverEntry({ id }: { id: string }) {
  const strings = useAccountStrings()
  const { state, edit } = useSendFlow()
  const { draft } = state
  const entered = useEntered()
  const warnings = receiverWarnings(state, strings)
  return (
    <div className="lk-field" data-invalid={entered.isInvalid || undefined}>
      <label className="lk-field-label" htmlFor={id}>
        {strings.sendTo}
      </label>
      <div className="lk-field-line">
        <textarea
          id={id}
          className="lk-receiver-input"
          rows={draft.to.length > 30 ? 2 : 1}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={longestReceiver}
          placeholder={strings.sendToPlaceholder}
          dir="ltr"
          value={draft.to}
          onChange={(event) => edit({ to: event.target.value.replace(/[\r\n]/g, '') })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
          aria-invalid={entered.isInvalid || undefined}
          aria-describedby={`${id}-help`}
        />
        {draft.to === '' ? (
          <WaysToFill />
        ) : (
          <IconButton icon={<Icon name="close" />} label={strings.clearField} onClick={() => edit({ to: '' })} />
        )}
      </div>
      <div
        id={`${id}-help`}
        className="lk-field-help"
        role={entered.isInvalid || warnings.length > 0 ? 'alert' : undefined}
      >
        <ReceiverHelp entered={entered} warnings={warnings} />
      </div>
    </div>
  )
}

/** What was entered: an address, a name or a payment link, and what is wrong with it. */
function useEntered() {
  const strings = useAccountStrings()
  const paymentStrings = usePaymentStrings()
  const { namespace } = useConnection()
  const { state, edit } = useSendFlow()
  const { draft, checks } = state
  const replace = useCallback((address: string) => edit({ to: address }), [edit])
  const named = useNamedReceiver(draft.to, replace)
  const link = usePaymentLink(named.status === 'found' ? named.name : undefined)
  const isPending = named.status === 'looking' || link.status === 'reading' || link.status === 'elsewhere'
  const linkTexts: { readonly [status: string]: string } = {
    unlisted: paymentStrings.linkUnlisted,
    unheld: paymentStrings.linkUnheld,
    unread: paymentStrings.linkUnread,
  }
  const linkText = link.status === 'failed' ? link.message : linkTexts[link.status]

  function addressText(): string {
    if (named.status === 'unknown') return strings.receiverUnknownName
    if (named.status === 'failed') return strings.receiverNameFailed
    const own = strings.families[namespace]
    return checks.receiverFamily
      ? strings.receiverOther(strings.families[checks.receiverFamily], own)
      : strings.receiverInvalid(own)
  }

  return {
    named,
    link,
    isInvalid: checks.receiverProblem === 'invalid' && !isPending,
    problem: linkText ?? addressText(),
  }
}

/** What fills an empty field: a contact, the camera, the clipboard. */
function WaysToFill() {
  const { modal, toasts } = useLatchkey()
  const strings = useAccountStrings()
  const contactStrings = useContactStrings()
  const paymentStrings = usePaymentStrings()
  const hasCamera = useHasCamera()
  const { namespace } = useConnection()
  const { contacts } = useContacts({ namespace })
  const { edit } = useSendFlow()
  const paste = async () => {
    try {
      edit({ to: (await navigator.clipboard.readText()).trim().slice(0, longestReceiver) })
    } catch {
      toasts.show(strings.pasteFailed, 'error')
    }
  }
  return (
    <>
      {contacts.length > 0 && (
        <button
          type="button"
          className="lk-chip"
          onClick={() => modal.push({ view: 'Contacts', data: { picks: true } })}
        >
          {contactStrings.contacts}
        </button>
      )}
      {hasCamera && (
        <IconButton
          icon={<Icon name="scan" />}
          label={paymentStrings.scan}
          onClick={() => modal.push({ view: 'WalletSendScan' })}
        />
      )}
      <button type="button" className="lk-chip" onClick={paste}>
        {strings.paste}
      </button>
    </>
  )
}

function ReceiverHelp({
  entered: { named, link, isInvalid, problem },
  warnings,
}: {
  entered: ReturnType<typeof useEntered>
  warnings: readonly string[]
}) {
  const strings = useAccountStrings()
  const { namespace } = useConnection()
  const { state } = useSendFlow()
  const { draft, checks } = state
  const name = named.status === 'found' ? named.name : undefined
  return (
    <>
      {isInvalid && problem}
      <PaymentLinkNote link={link} />
      {named.status === 'looking' && <p className="lk-name-line">{strings.receiverLooking}</p>}
      {name !== undefined && (
        <p className="lk-name-line">
          <bdi>{name}</bdi>
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="lk-warning-line">
          <Icon name="warning" size={16} />
          <span>{warning}</span>
        </p>
      ))}
      {checks.isFirstTime && <p className="lk-name-line">{strings.firstTime}</p>}
      {!checks.receiverProblem && !checks.warnings.includes('own') && !state.mustCompare && (
        <p className="lk-name-line">
          <ContactOf address={draft.to.trim()} namespace={namespace} name={name} />
        </p>
      )}
    </>
  )
}

/** Whether the page may use a camera and the device has one; false until known. */
function useHasCamera(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    // Only secure contexts have it.
    const media: MediaDevices | undefined = navigator.mediaDevices
    if (!media?.getUserMedia) return
    let isOver = false
    const look = () =>
      media.enumerateDevices().then(
        (devices) => isOver || setHas(devices.some(({ kind }) => kind === 'videoinput')),
        () => isOver || setHas(false),
      )
    look()
    media.addEventListener('devicechange', look)
    return () => {
      isOver = true
      media.removeEventListener('devicechange', look)
    }
  }, [])
  return has
}
