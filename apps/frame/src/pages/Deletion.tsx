/** @jsxImportSource preact */
import { formatDate } from '../dates.js'
import { Button, Note, Part } from './Page.js'
import { strings } from './strings.js'

/** Shows that the wallet is going to be deleted, and lets its owner keep it. */
export function Deletion({
  what,
  dueAt,
  isBusy,
  onKeep,
}: {
  what: 'wallet' | 'data'
  /** In milliseconds. */
  dueAt: number
  isBusy: boolean
  onKeep: () => void
}) {
  return (
    <Part title={strings.deleteWaitTitle[what]}>
      <Note tone="warning">{strings.deleteWait[what](formatDate(dueAt))}</Note>
      <Button kind="primary" isOff={isBusy} onPress={onKeep}>
        {strings.deleteKeep[what]}
      </Button>
    </Part>
  )
}
