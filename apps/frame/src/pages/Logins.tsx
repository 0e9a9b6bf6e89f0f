/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatDate } from '../dates.js'
import { Entry } from './Entry.js'
import type { LinkedAccount, Login } from './loginCalls.js'
import { Button, Note, Part } from './Page.js'
import { providerNames } from './providerNames.js'
import { strings } from './strings.js'
import type { Job } from './useJob.js'

/** The ways to sign in to the wallet, and how to link another account or remove one. */
export function Logins({
  logins,
  offered,
  job,
  chosen,
  onChosen,
  onProve,
  onChoose,
  onLink,
  onRemove,
}: {
  logins: readonly Login[]
  /** The providers of which an account can be linked. */
  offered: readonly string[]
  job: Job
  /** The account that is about to be linked. */
  chosen: (LinkedAccount & { challengeId: string }) | undefined
  onChosen: (chosen: (LinkedAccount & { challengeId: string }) | undefined) => void
  /** Confirms that the owner is there. */
  onProve: () => Promise<void>
  onChoose: (provider: string) => Promise<LinkedAccount & { challengeId: string }>
  onLink: (challengeId: string, name: string) => void
  onRemove: (login: Login, name: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const asked = useRef<HTMLDivElement>(null)
  // The page may just have been come back to, and show what is above.
  useEffect(() => {
    if (chosen) asked.current?.scrollIntoView({ block: 'center' })
  }, [chosen])
  const named = offered.filter((provider) => providerNames[provider] !== undefined)
  return (
    <Part title={strings.loginsTitle}>
      <ul class="lf-list">
        {logins.map((login) => {
          const label = labelOf(login.provider)
          const added = strings.wayAdded(formatDate(login.addedAt))
          return (
            <Entry
              key={login.id}
              icon={login.provider === 'email' ? 'mail' : 'site'}
              name={nameOf(login)}
              title={label}
              detail={login.name ?? undefined}
              sub={login.isRemovable || login.provider === 'email' ? added : strings.loginLast}
              isBusy={job.isBusy}
              onRemove={login.isRemovable ? () => onRemove(login, label) : undefined}
            />
          )
        })}
      </ul>
      {chosen ? (
        <div class="lf-stack" ref={asked}>
          <Note tone="warning">{strings.linkSure(nameOf(chosen))}</Note>
          <div class="lp-buttons">
            <Button
              kind="primary"
              isOff={job.isBusy}
              onPress={() => {
                onChosen(undefined)
                setOpen(false)
                onLink(chosen.challengeId, nameOf(chosen))
              }}
            >
              {strings.linkYes}
            </Button>
            <Button isOff={job.isBusy} onPress={() => onChosen(undefined)}>
              {strings.cancel}
            </Button>
          </div>
        </div>
      ) : isOpen ? (
        <>
          <p class="lf-soft lf-small">{strings.linkAccountLead}</p>
          <div class="lp-choices" data-short>
            {named.map((provider) => (
              <Button
                key={provider}
                isOff={job.isBusy}
                onPress={() =>
                  void job.run(async () => {
                    onChosen(await onChoose(provider))
                    return undefined
                  })
                }
              >
                {strings.linkProvider(labelOf(provider))}
              </Button>
            ))}
          </div>
          <Button isOff={job.isBusy} onPress={() => setOpen(false)}>
            {strings.cancel}
          </Button>
        </>
      ) : (
        named.length > 0 && (
          <Button
            isOff={job.isBusy}
            onPress={() =>
              void job.run(async () => {
                await onProve()
                setOpen(true)
                return undefined
              })
            }
          >
            {strings.linkAnother}
          </Button>
        )
      )}
    </Part>
  )
}

function labelOf(provider: string): string {
  if (provider === 'email') return strings.loginEmail
  return providerNames[provider] ?? provider
}

function nameOf({ provider, name }: LinkedAccount): string {
  return name === null ? labelOf(provider) : strings.loginNamed(labelOf(provider), name)
}
