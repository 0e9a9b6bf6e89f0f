/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { Addresses } from '../worker/keys.js'
import { AddressList } from './AddressList.js'
import { Button, Note, Part } from './Page.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

/** Takes the words of a wallet, for an account that has none, and shows where they lead before anything is kept. */
export function Words({
  onRead,
  onWords,
}: {
  onRead: (text: string) => Promise<Addresses>
  onWords: (text: string) => Promise<void>
}) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<Addresses>()
  const job = useJob()
  if (found)
    return (
      <Part title={strings.bringTitle}>
        <p role="status">{strings.bringCheck}</p>
        <AddressList addresses={found} />
        <Note tone="warning">{strings.bringOperator}</Note>
        {job.problem && <Note tone="danger">{job.problem}</Note>}
        <Button
          kind="primary"
          isOff={job.isBusy}
          onPress={() =>
            void job.run(async () => {
              await onWords(text)
              return undefined
            })
          }
        >
          {job.isBusy ? strings.busy : strings.bringStart}
        </Button>
        <Button
          isOff={job.isBusy}
          onPress={() => {
            setText('')
            setFound(undefined)
          }}
        >
          {strings.bringOther}
        </Button>
      </Part>
    )
  return (
    <Part title={strings.bringTitle}>
      <p>{strings.bringLead}</p>
      <form
        class="lf-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void job.run(async () => {
            setFound(await onRead(text))
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
          {job.isBusy ? strings.busy : strings.bringRead}
        </Button>
      </form>
    </Part>
  )
}
