import { isLatchkeyError } from '@latchkey/core'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useElapsed } from '../hooks/useElapsed.js'
import { useEmailStrings } from '../hooks/useEmailStrings.js'
import { useEmbedded } from '../hooks/useEmbedded.js'
import { Button } from '../primitives/Button.js'
import { Icon } from '../primitives/Icon.js'
import { Notice } from '../primitives/Notice.js'
import { Waiting } from '../primitives/Waiting.js'
import type { EmailStrings } from '../strings/emailStrings.js'

type Purpose = 'login' | 'primary' | 'secondary'
type Answer = { readonly newEmail?: string | undefined }
type Phase = 'asking' | 'taken' | 'left' | { readonly trouble: string }

/** Has a code typed in the wallet's own window, which covers this, and goes on with what came of it. */
export function CodeStep({
  purpose,
  email,
  working,
  onTaken,
}: {
  purpose: Purpose
  /** Where the code went. */
  email: string
  /** What is said after the code was right, while the rest is done. */
  working: { readonly title: string; readonly text?: string }
  onTaken: (answer: Answer, signal: AbortSignal) => Promise<void> | void
}) {
  const { modal } = useLatchkey()
  const strings = useEmailStrings()
  const { embedded } = useEmbedded()
  const [phase, setPhase] = useState<Phase>('asking')
  const answer = useRef<Answer>(undefined)
  const asking = useRef<AbortController>(undefined)
  const elapsed = useElapsed(phase === 'asking' || phase === 'taken')

  const ask = useCallback(async () => {
    if (!embedded) return
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    const { signal } = controller
    try {
      if (!answer.current) {
        setPhase('asking')
        const taken = await embedded.enterCode({ purpose, signal })
        if (signal.aborted) return
        // A code is taken once: what fails from here on is tried again without it.
        answer.current = taken
      }
      setPhase('taken')
      await onTaken(answer.current, signal)
    } catch (error) {
      if (signal.aborted) return
      // Another address was wanted in the wallet's window.
      if (!answer.current && isLatchkeyError(error, 'CONNECTION_REJECTED')) return modal.back()
      const isLeft = !answer.current && isLatchkeyError(error, 'USER_REJECTED')
      setPhase(isLeft ? 'left' : { trouble: (error as Error).message || strings.unknownError })
    }
  }, [embedded, modal, purpose, onTaken, strings])

  // A frame later, so that a view which is drawn twice (strict mode) asks once.
  const start = useRef(ask)
  useEffect(() => {
    const timer = setTimeout(() => start.current(), 0)
    return () => {
      clearTimeout(timer)
      asking.current?.abort()
    }
  }, [])

  const icon = (
    <span className="lk-notice-icon">
      <Icon name="mail" size={28} />
    </span>
  )
  const isOver = phase === 'left' || typeof phase === 'object'
  const again = (isOver || (phase === 'asking' && elapsed !== 'short')) && (
    <Button kind={isOver ? 'primary' : 'secondary'} onClick={ask} autoFocus={isOver}>
      {typeof phase === 'object' ? strings.retry : strings.codeOpenAgain}
    </Button>
  )
  const back = (phase !== 'taken' || elapsed === 'veryLong') && (
    <Button kind="text" onClick={modal.back}>
      {purpose === 'login' ? strings.emailOther : strings.cancel}
    </Button>
  )
  const said =
    phase === 'taken'
      ? working
      : typeof phase === 'object'
        ? { title: strings.codeFailedTitle, text: phase.trouble }
        : textsOf(purpose, email, strings, elapsed)[phase]
  if (phase === 'taken' && purpose === 'login') return <Signing icon={icon} text={working.text} back={back} />
  return (
    <div className="lk-view lk-approve">
      <Notice
        live
        tone={typeof phase === 'object' ? 'warning' : 'neutral'}
        picture={isOver ? icon : <Waiting>{icon}</Waiting>}
        title={said.title}
        actions={
          <>
            {again}
            {back}
          </>
        }
      >
        {said.text}
      </Notice>
    </div>
  )
}

/** As the wallet's window draws it, which goes from in front of it. */
function Signing({ icon, text, back }: { icon: ReactNode; text: string | undefined; back: ReactNode }) {
  return (
    <div className="lk-view lk-approve">
      <div className="lk-notice lk-signing">
        <Waiting>{icon}</Waiting>
        <p role="status" dir="auto">
          {text}
        </p>
      </div>
      {back}
    </div>
  )
}

/** What is said while the wallet's window asks, and once it was left. */
function textsOf(purpose: Purpose, email: string, strings: EmailStrings, elapsed: ReturnType<typeof useElapsed>) {
  if (purpose !== 'login') {
    return {
      asking: { title: strings.changeStepTitle, text: strings.changeStepText },
      left: { title: strings.codeLeftTitle, text: strings.changeLeftText },
    }
  }
  return {
    // Until the wallet's window covers it, the view keeps the words of the step before: others would be gone before they are read.
    asking:
      elapsed === 'short'
        ? { title: strings.emailSendingTitle, text: strings.emailSendingText(email) }
        : { title: strings.codeTitle, text: strings.codeText(email) },
    left: { title: strings.codeLeftTitle, text: strings.codeLeftText(email) },
  }
}
