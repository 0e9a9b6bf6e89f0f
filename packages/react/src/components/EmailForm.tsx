import type { ChainId } from '@latchkey/core'
import { type FormEvent, useId, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useElapsed } from '../hooks/useElapsed.js'
import { useEmailSignIn } from '../hooks/useEmailSignIn.js'
import { useEmbedded } from '../hooks/useEmbedded.js'
import { EmailField } from '../primitives/EmailField.js'
import { isEmail } from '../primitives/isEmail.js'

/** Signs in by e-mail: one field and a button, beside it where other ways stand below, under it where the form is alone. */
export function EmailForm({ alone = false, chainId }: { alone?: boolean; chainId?: ChainId | undefined }) {
  const { strings } = useLatchkey()
  const { connector, state } = useEmbedded()
  const { start, cancel, clear, isPending, trouble } = useEmailSignIn(connector)
  const elapsed = useElapsed(isPending)
  const [text, setText] = useState(() => state?.email ?? '')
  const [isWrong, setIsWrong] = useState(false)
  const id = useId()

  const canCancel = isPending && elapsed === 'veryLong'
  // What blocks the wallet may be gone by now.
  const isSlow = isPending && state?.isSlow === true
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (canCancel && !isSlow) return cancel()
    if (isPending && !isSlow) return
    const email = text.trim()
    setIsWrong(!isEmail(email))
    if (isEmail(email)) start({ email, ...(chainId && { chainId }) })
    else event.currentTarget.querySelector('input')?.focus()
  }
  const edit = (value: string) => {
    setText(value)
    setIsWrong(false)
    clear()
  }
  const button = (
    <button
      type="submit"
      className="lk-button"
      data-kind={canCancel || isSlow ? 'secondary' : 'primary'}
      aria-busy={isPending || undefined}
      aria-disabled={(isPending && !canCancel && !isSlow) || undefined}
    >
      {isPending && !isSlow && <span className="lk-spinner" aria-hidden="true" />}
      <span className="lk-button-label">
        {isSlow ? strings.retry : canCancel ? strings.cancel : strings.emailContinue}
      </span>
    </button>
  )
  return (
    <form className="lk-email-form" data-alone={alone || undefined} onSubmit={submit} noValidate>
      <EmailField
        id={id}
        label={strings.email}
        hideLabel={!alone}
        placeholder={strings.emailPlaceholder}
        value={text}
        onChange={edit}
        disabled={isPending}
        trouble={isWrong ? strings.emailInvalid : trouble}
        hint={isSlow ? strings.emailSlow : isPending && elapsed !== 'short' ? strings.emailWaiting : undefined}
      >
        {!alone && button}
      </EmailField>
      {alone && button}
    </form>
  )
}
