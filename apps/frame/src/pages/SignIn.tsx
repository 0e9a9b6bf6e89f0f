/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button, Note, Page, Part } from './Page.js'
import { providerNames } from './providerNames.js'
import type { LinkWait } from './signInHere.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

/** Asks for the e-mail address where no frame has lent a session. */
export function SignIn({
  page,
  walletName,
  onStart,
  onSignIn,
  onCancel,
  onCode,
  providers,
  onProvider,
}: {
  page: keyof typeof strings.emailTitle
  walletName: string
  /** Goes on with a sign-in that this page was left for, if it was. */
  onStart: () => Promise<void>
  onSignIn: (email: string, onWait: (wait: LinkWait | undefined) => void) => Promise<void>
  /** Ends the waiting for the mailed link. */
  onCancel: () => void
  /** Goes on without an e-mail address. */
  onCode?: (() => void) | undefined
  /** The providers to sign in with besides. */
  providers: readonly string[]
  onProvider: (provider: string) => Promise<void>
}) {
  const [email, setEmail] = useState('')
  const [wait, setWait] = useState<LinkWait>()
  const job = useJob()
  const { run } = job
  const start = useRef(onStart)
  useEffect(
    () =>
      void run(async () => {
        await start.current()
        return undefined
      }),
    [run],
  )
  const known = providers.filter((provider) => providerNames[provider] !== undefined)
  return (
    <Page walletName={walletName} title={strings.emailTitle[page]}>
      {wait ? (
        <Linked wait={wait} onCancel={onCancel} />
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
          {known.length > 0 && (
            <>
              <p class="lf-soft lf-small">{strings.signInOr}</p>
              <div class="lp-choices">
                {known.map((provider) => (
                  <Button
                    key={provider}
                    isOff={job.isBusy}
                    onPress={() =>
                      void job.run(async () => {
                        await onProvider(provider)
                        return undefined
                      })
                    }
                  >
                    {strings.signInWith(providerNames[provider] ?? provider)}
                  </Button>
                ))}
              </div>
            </>
          )}
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

/** Asks the user to open the mailed link. */
function Linked({ wait, onCancel }: { wait: LinkWait; onCancel: () => void }) {
  return (
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
  )
}
