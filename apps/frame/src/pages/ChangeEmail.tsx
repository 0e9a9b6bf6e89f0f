/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { Button, Note, Part } from './Page.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

/** Asks for another e-mail address of the wallet; one that a page gave is only a proposal. */
export function ChangeEmail({
  wanted,
  origin,
  onChange,
  onCancel,
}: {
  wanted: string | undefined
  /** The page that gave it. */
  origin: string
  onChange: (email: string) => Promise<void>
  onCancel: () => void
}) {
  const [email, setEmail] = useState(wanted ?? '')
  const job = useJob()
  const address = email.trim()
  return (
    <Part>
      <form
        class="lf-stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (address === '') return
          void job.run(async () => {
            await onChange(address)
            return undefined
          })
        }}
      >
        <p>{strings.emailChangeLead}</p>
        <label class="lp-field">
          <span>{strings.emailNew}</span>
          <input
            type="email"
            value={email}
            autoComplete="email"
            readOnly={job.isBusy}
            onInput={({ currentTarget: { value } }) => setEmail(value)}
          />
        </label>
        {wanted !== undefined && address === wanted && !job.problem && (
          <Note tone="warning">{strings.emailAsked(origin)}</Note>
        )}
        {job.problem && <Note tone="danger">{job.problem}</Note>}
        <Button kind="primary" isOff={job.isBusy || address === ''}>
          {job.isBusy ? strings.busy : strings.emailSend}
        </Button>
      </form>
      <Button isOff={job.isBusy} onPress={onCancel}>
        {strings.cancel}
      </Button>
    </Part>
  )
}
