/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { Button, Note, Page, Part } from './Page.js'
import type { LinkWait } from './signInHere.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

/** Asks for the e-mail address where no frame has lent a session. */
export function SignIn({
  page,
  walletName,
  onSignIn,
  onCancel,
  onCode,
}: {
  page: keyof typeof strings.emailTitle
  walletName: string
  onSignIn: (email: string, onWait: (wait: LinkWait | undefined) => void) => Promise<void>
  /** Ends the waiting for the mailed link. */
  onCancel: () => void
  /** Goes on without an e-mail address. */
  onCode?: (() => void) | undefined
}) {
  const [email, setEmail] = useState('')
  const [wait, setWait] = useState<LinkWait>()
  const job = useJob()
  return (
    <Page walletName={walletName} title={strings.emailTitle[page]}>
      {wait ? (
        <Part title={strings.linkTitle}>
          <p role="status">{strings.linkLead(wait.email)}</p>
          {wait.matchNumber && (
            <>
              <p>{strings.linkMatch}</p>
              <p class="lp-match">{wait.matchNumber}</p>
            </>
          )}
          <p class="lf-soft lf-small">{strings.linkThen}</p>
          <Button onPress={onCancel}>{strings.linkOther}</Button>
        </Part>
      ) : (
        <Part>
          <form
            class="lf-stack"
            onSubmit={(event) => {
              event.preventDefault()
              const address = email.trim()
              if (address !== '')
                void job.run(async () => {
                  await onSignIn(address, setWait)
                  return undefined
                })
            }}
          >
            <p>{strings.emailLead[page]}</p>
            <label class="lp-field">
              <span>{strings.email}</span>
              <input
                type="email"
                value={email}
                autoComplete="email"
                readOnly={job.isBusy}
                onInput={({ currentTarget: { value } }) => setEmail(value)}
              />
            </label>
            {job.problem && <Note tone="danger">{job.problem}</Note>}
            <Button kind="primary" isOff={job.isBusy || email.trim() === ''}>
              {job.isBusy ? strings.busy : strings.emailNext}
            </Button>
          </form>
          {onCode && (
            <Button isOff={job.isBusy} onPress={onCode}>
              {strings.byCode}
            </Button>
          )}
        </Part>
      )}
    </Page>
  )
}
