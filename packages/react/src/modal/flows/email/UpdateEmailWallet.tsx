import { type FormEvent, useId, useState } from 'react'
import { useLatchkey } from '../../../context.js'
import { useEmailStrings } from '../../../hooks/useEmailStrings.js'
import { useEmbedded } from '../../../hooks/useEmbedded.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { EmailField } from '../../../primitives/EmailField.js'
import { isEmail } from '../../../primitives/isEmail.js'

/** Changes the e-mail of the embedded wallet. */
export function UpdateEmailWallet() {
  const { modal } = useLatchkey()
  const strings = useEmailStrings()
  const { embedded, state } = useEmbedded()
  const [text, setText] = useState(() => state?.email ?? '')
  const [trouble, setTrouble] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const id = useId()
  const email = text.trim()
  const isSame = email === state?.email
  useWalletGone()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending || isSame || !embedded) return
    if (!isEmail(email)) {
      setTrouble(strings.emailInvalid)
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    setIsPending(true)
    setTrouble(undefined)
    try {
      const { action } = await embedded.updateEmail({ email })
      const { open, stack } = modal.getState()
      // Who closed the modal or went back meanwhile is not called forward again.
      if (!open || stack.at(-1)?.view !== 'UpdateEmailWallet') return
      const view = action === 'VERIFY_PRIMARY_OTP' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp'
      modal.push({ view, data: { newEmail: email } })
    } catch (error) {
      setTrouble((error as Error).message || strings.unknownError)
    } finally {
      setIsPending(false)
    }
  }

  return (
    <form className="lk-view lk-email-form" data-alone onSubmit={submit} noValidate>
      <p className="lk-lead" dir="auto">
        {strings.emailUpdateText}
      </p>
      <EmailField
        id={id}
        label={strings.email}
        placeholder={strings.emailPlaceholder}
        value={text}
        onChange={(value) => {
          setText(value)
          setTrouble(undefined)
        }}
        disabled={isPending}
        trouble={trouble}
      />
      <button
        type="submit"
        className="lk-button"
        data-kind="primary"
        disabled={isSame}
        aria-busy={isPending || undefined}
      >
        {isPending && <span className="lk-spinner" aria-hidden="true" />}
        <span className="lk-button-label">{isSame ? strings.emailUpdateSame : strings.emailContinue}</span>
      </button>
    </form>
  )
}
