/** @jsxImportSource preact */
import { Button, Part } from './Page.js'
import { strings } from './strings.js'

/** The export of the user's data, and the link to deleting it. */
export function YourData({
  what,
  isBusy,
  onSave,
  onDelete,
}: {
  what: 'wallet' | 'data'
  isBusy: boolean
  onSave: () => void
  /** Nothing while a deletion is under way. */
  onDelete: (() => void) | undefined
}) {
  return (
    <Part title={strings.dataTitle}>
      <p>{strings.dataLead}</p>
      {onDelete && <p>{strings.deleteOffer[what]}</p>}
      <div class="lp-buttons">
        <Button isOff={isBusy} onPress={onSave}>
          {strings.dataSave}
        </Button>
        {onDelete && (
          <Button isOff={isBusy} onPress={onDelete}>
            {strings.deleteTitle[what]}
          </Button>
        )}
      </div>
    </Part>
  )
}
