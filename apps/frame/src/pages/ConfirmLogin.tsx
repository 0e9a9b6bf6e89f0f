/** @jsxImportSource preact */
import { Button, Note } from './Page.js'
import { providerNames } from './providerNames.js'
import { strings } from './strings.js'
import type { Job } from './useJob.js'

/** Shows what went wrong with a job. Where it needs a fresh confirmation that no code gives, an account confirms, and the job is done again. */
export function ConfirmLogin({
  job,
  providers,
  onConfirm,
}: {
  job: Job
  /** The providers whose accounts sign in to this wallet. */
  providers: readonly string[]
  onConfirm: (provider: string) => Promise<void>
}) {
  const known = [...new Set(providers)].filter((provider) => providerNames[provider] !== undefined)
  if (!job.problem) return null
  if (!job.isUnconfirmed || known.length === 0) return <Note tone="danger">{job.problem}</Note>
  return (
    <>
      <Note tone="warning">{strings.confirmLead}</Note>
      <div class="lp-choices">
        {known.map((provider) => (
          <Button key={provider} isOff={job.isBusy} onPress={() => void job.again(() => onConfirm(provider))}>
            {strings.confirmWith(providerNames[provider] ?? provider)}
          </Button>
        ))}
      </div>
    </>
  )
}
