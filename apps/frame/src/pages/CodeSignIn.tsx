/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { Button, Note, Page, Part } from './Page.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

/** Asks for the recovery code where the mailbox of the wallet cannot be used. */
export function CodeSignIn({
  walletName,
  onCode,
  onBack,
}: {
  walletName: string
  onCode: (code: string) => Promise<void>
  onBack: () => void
}) {
  const [code, setCode] = useState('')
  const job = useJob()
  return (
    <Page walletName={walletName} title={strings.emailTitle.recover}>
      <Part>
        <form
          class="lf-stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (code.trim() === '') return
            void job.run(async () => {
              await onCode(code)
              return undefined
            })
          }}
        >
          <p>{strings.byCodeLead}</p>
          <label class="lp-field">
            <span>{strings.kitCode}</span>
            <input
              value={code}
              autoComplete="off"
              autoCapitalize="characters"
              spellcheck={false}
              readOnly={job.isBusy}
              onInput={({ currentTarget: { value } }) => setCode(value)}
            />
          </label>
          {job.problem && <Note tone="danger">{job.problem}</Note>}
          <Button kind="primary" isOff={job.isBusy || code.trim() === ''}>
            {job.isBusy ? strings.busy : strings.emailNext}
          </Button>
        </form>
        <Button isOff={job.isBusy} onPress={onBack}>
          {strings.byEmail}
        </Button>
      </Part>
    </Page>
  )
}
