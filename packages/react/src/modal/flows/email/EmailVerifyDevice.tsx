import { type EmbeddedWallet, isLatchkeyError } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useLatchkey } from '../../../context.js'
import { useClock } from '../../../hooks/useClock.js'
import { useEmailSignIn } from '../../../hooks/useEmailSignIn.js'
import { useEmailStrings } from '../../../hooks/useEmailStrings.js'
import { useEmbedded } from '../../../hooks/useEmbedded.js'
import { Button } from '../../../primitives/Button.js'
import { Callout } from '../../../primitives/Callout.js'
import { Icon } from '../../../primitives/Icon.js'
import { Notice } from '../../../primitives/Notice.js'
import { Waiting } from '../../../primitives/Waiting.js'
import type { Routes } from '../../routes.js'

/** Waits until the link in the mail was opened; goes on to the code by itself. */
export function EmailVerifyDevice({ data }: { data: Routes['EmailVerifyDevice'] }) {
  const { email } = data
  const { modal, toasts } = useLatchkey()
  const strings = useEmailStrings()
  const { connector, embedded, state } = useEmbedded()
  const { start, isPending, trouble } = useEmailSignIn(connector)
  const [mails, setMails] = useState(1)
  const now = useClock(1_000)
  const seconds = Math.ceil(((state?.nextEmailAt ?? 0) - now) / 1_000)
  const number = state?.matchNumber

  // biome-ignore lint/correctness/useExhaustiveDependencies: each mail has a link of its own, which is waited for anew
  useEffect(() => {
    if (!embedded) return
    const controller = new AbortController()
    const { signal } = controller
    const wait = async () => {
      try {
        await untilConfirmed(embedded, signal)
        if (signal.aborted || !modal.getState().open) return
        modal.replace({ view: 'EmailVerifyOtp', data })
      } catch (error) {
        if (signal.aborted || isLatchkeyError(error, 'ABORTED') || !modal.getState().open) return
        toasts.show((error as Error).message || strings.unknownError, 'error')
        if (modal.getState().stack.length > 1) modal.back()
        else modal.replace({ view: 'EmailLogin' })
      }
    }
    // A frame later, so that a view which is drawn twice (strict mode) asks once.
    const timer = setTimeout(wait, 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [embedded, modal, toasts, strings, data, mails])

  const resend = async () => {
    if (!(await start(data, 'replace'))) return
    setMails((count) => count + 1)
    toasts.show(strings.emailSent)
  }

  return (
    <div className="lk-view">
      <Notice
        live
        picture={
          <Waiting>
            {number === undefined ? (
              <span className="lk-notice-icon">
                <Icon name="mail" size={28} />
              </span>
            ) : (
              <strong className="lk-notice-icon lk-match lk-number">
                <span aria-hidden="true">{number}</span>
              </strong>
            )}
          </Waiting>
        }
        title={strings.emailDeviceTitle}
        actions={
          <>
            <Button kind="secondary" onClick={resend} busy={isPending} disabled={seconds > 0 || isPending}>
              {seconds > 0 ? strings.emailResendIn(seconds) : strings.emailResend}
            </Button>
            <Button kind="text" onClick={modal.back}>
              {strings.emailOther}
            </Button>
          </>
        }
      >
        {strings.emailDeviceText(email)}
        {number !== undefined && <span className="lk-match-hint">{strings.emailDeviceMatch(number)}</span>}
      </Notice>
      {trouble && <Callout>{trouble}</Callout>}
    </div>
  )
}

// A request to the frame lasts 120 s, a link in a mail longer: who needs time to find the mail is waited for on.
async function untilConfirmed(embedded: EmbeddedWallet, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await embedded.connectDevice({ signal })
    } catch (error) {
      const isTimeout = isLatchkeyError(error) && error.details === 'iframe_request_timeout'
      if (!isTimeout || signal.aborted) throw error
    }
  }
}
