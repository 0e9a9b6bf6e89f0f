/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { Button, Note, Part } from './Page.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

/** Takes the words of a wallet, for an account that has none. */
export function Words({ onWords }: { onWords: (text: string) => Promise<void> }) {
  const [text, setText] = useState('')
  const job = useJob()
  return (
    <Part title={strings.bringTitle}>
      <p>{strings.bringLead}</p>
      <Note tone="warning">{strings.bringOperator}</Note>
      <form
        class="lf-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void job.run(async () => {
            await onWords(text)
            return undefined
          })
        }}
      >
        <label class="lp-field">
          <span>{strings.bringWords}</span>
          <textarea
            rows={6}
            value={text}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            aria-invalid={job.problem ? true : undefined}
            aria-describedby={job.problem ? 'lp-words-problem' : undefined}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {job.problem && (
          <div id="lp-words-problem">
            <Note tone="danger">{job.problem}</Note>
          </div>
        )}
        <Button kind="primary" isOff={job.isBusy}>
          {job.isBusy ? strings.busy : strings.bringStart}
        </Button>
      </form>
    </Part>
  )
}
