import type { ChainId } from '@latchkey/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useEmailSignIn } from '../hooks/useEmailSignIn.js'
import { useEmbedded } from '../hooks/useEmbedded.js'
import { lazyComponent } from '../modal/lazyComponent.js'
import { EmailField } from '../primitives/EmailField.js'
import { isEmail } from '../primitives/isEmail.js'

const EmailSending = /* @__PURE__ */ lazyComponent(() => import('./EmailSending.js').then((file) => file.EmailSending))

const preload = () => void EmailSending.preload().catch(() => {})

/** Signs in by e-mail: one field and a button, beside it where other ways stand below, under it where the form is alone. */
export function EmailForm({ alone = false, chainId }: { alone?: boolean; chainId?: ChainId | undefined }) {
  const { strings } = useLatchkey()
  const { connector, state } = useEmbedded()
  const { start, cancel, clear, isPending, trouble } = useEmailSignIn(connector)
  const [text, setText] = useState(() => state?.email ?? '')
  const [isWrong, setIsWrong] = useState(false)
  const [card, setCard] = useState<Element>()
  const form = useRef<HTMLFormElement>(null)
  const turns = useRef(0)
  const id = useId()

  // Once the step is gone that covers it.
  useEffect(() => (card ? () => form.current?.querySelector('input')?.focus() : undefined), [card])

  const lead = async (email: string) => {
    const turn = ++turns.current
    setCard(form.current?.closest('.lk-card') ?? undefined)
    // Where the answer leads on, the next view takes over from the step that is shown already.
    const isLed = await start({ email, ...(chainId && { chainId }) })
    if (!isLed && turn === turns.current) setCard(undefined)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const email = text.trim()
    setIsWrong(!isEmail(email))
    if (isEmail(email)) void lead(email)
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
      data-kind="primary"
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
    >
      {isPending && <span className="lk-spinner" aria-hidden="true" />}
      <span className="lk-button-label">{strings.emailContinue}</span>
    </button>
  )
  return (
    <form
      className="lk-email-form"
      data-alone={alone || undefined}
      ref={form}
      onFocus={preload}
      onSubmit={submit}
      noValidate
    >
      <EmailField
        id={id}
        label={strings.email}
        hideLabel={!alone}
        placeholder={strings.emailPlaceholder}
        value={text}
        onChange={edit}
        disabled={isPending}
        trouble={isWrong ? strings.emailInvalid : trouble}
      >
        {!alone && button}
      </EmailField>
      {alone && button}
      {card && (
        <EmailSending
          email={text.trim()}
          card={card}
          // What blocks the wallet may be gone by now.
          onRetry={isPending && state?.isSlow === true ? () => void lead(text.trim()) : undefined}
          onOther={() => {
            cancel()
            setCard(undefined)
          }}
        />
      )}
    </form>
  )
}
