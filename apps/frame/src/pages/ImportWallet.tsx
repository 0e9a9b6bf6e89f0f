/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { AddressList } from './AddressList.js'
import { Button, Note, Part } from './Page.js'
import type { Brought } from './readSecret.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

/** Takes the words or the keys of a wallet, for an account that has none, and shows where they lead before anything is kept. */
export function ImportWallet({
  onRead,
  onBring,
}: {
  onRead: (text: string) => Promise<Brought>
  /** Is given what is to be kept; reads it anew, since it is wiped whether it succeeds or not. */
  onBring: (text: string) => Promise<void>
}) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<Pick<Brought, 'addresses' | 'imported'>>()
  const job = useJob()
  if (found)
    return (
      <Part title={strings.bringTitle}>
        <p role="status">{strings.bringCheck(found.imported)}</p>
        <AddressList addresses={found.addresses} only={found.imported} />
        {found.imported.length > 0 && <p>{strings.bringOthers(found.imported)}</p>}
        <Note tone="warning">{strings.bringOperator}</Note>
        {job.problem && <Note tone="danger">{job.problem}</Note>}
        <Button
          kind="primary"
          isOff={job.isBusy}
          onPress={() =>
            void job.run(async () => {
              await onBring(text)
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
            const { secret, addresses, imported } = await onRead(text)
            secret.fill(0)
            setFound({ addresses, imported })
            return undefined
          })
        }}
      >
        <label class="lp-field">
          <span>{strings.bringSecret}</span>
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
