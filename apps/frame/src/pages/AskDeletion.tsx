/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { formatDate } from '../dates.js'
import { Button, Note, Part } from './Page.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

/** Shows what a deletion takes away and when, offers the export before it, and asks whether it is meant. */
export function AskDeletion({
  what,
  dueAt,
  hasOwn,
  onDelete,
  onCancel,
}: {
  what: 'wallet' | 'data'
  /** When it is over if it is asked for now, in milliseconds. */
  dueAt: number
  /** Whether a passkey or a recovery code opens the wallet. */
  hasOwn: boolean
  onDelete: () => Promise<void>
  onCancel: () => void
}) {
  const [isUnderstood, setUnderstood] = useState(what === 'data')
  const job = useJob()
  return (
    <>
      {what === 'wallet' ? (
        <>
          <Part title={strings.deleteLostTitle}>
            <ul class="lp-bullets">
              {strings.deleteLost.map((lost) => (
                <li key={lost}>{lost}</li>
              ))}
            </ul>
            <Note tone="danger">{strings.deleteWarning}</Note>
          </Part>
          <Part title={strings.deleteExportTitle}>
            <p>{strings.deleteExport}</p>
            <a class="lf-button" data-kind="primary" href="/export">
              {strings.exportLink}
            </a>
          </Part>
        </>
      ) : (
        <Part>
          <p>{strings.deleteData}</p>
        </Part>
      )}
      <Part title={strings.deleteWhenTitle}>
        <p>{strings.deleteWhen(formatDate(dueAt))}</p>
        {hasOwn && <p class="lf-soft lf-small">{strings.deleteOwner}</p>}
        {what === 'wallet' && (
          <label class="lf-check">
            <input
              type="checkbox"
              checked={isUnderstood}
              disabled={job.isBusy}
              onChange={({ currentTarget: { checked } }) => setUnderstood(checked)}
            />
            <span>{strings.deleteUnderstand}</span>
          </label>
        )}
        {job.problem && <Note tone="danger">{job.problem}</Note>}
        <div class="lp-buttons">
          <Button
            kind="danger"
            isOff={!isUnderstood || job.isBusy}
            onPress={() =>
              void job.run(async () => {
                await onDelete()
                return undefined
              })
            }
          >
            {job.isBusy ? strings.busy : strings.deleteTitle[what]}
          </Button>
          <Button isOff={job.isBusy} onPress={onCancel}>
            {strings.cancel}
          </Button>
        </div>
      </Part>
    </>
  )
}
