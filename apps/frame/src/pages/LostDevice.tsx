/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { Button, Note, Part } from './Page.js'
import { strings } from './strings.js'

/** Replaces the wallet key after a browser or a passkey was lost. */
export function LostDevice({ isBusy, onReplace }: { isBusy: boolean; onReplace: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Part title={strings.lostTitle}>
      <p class="lf-soft lf-small">{strings.lost}</p>
      {isAsking ? (
        <>
          <Note tone="warning">{strings.lostReplaceLead}</Note>
          <div class="lp-buttons">
            <Button
              kind="danger"
              isOff={isBusy}
              onPress={() => {
                setAsking(false)
                onReplace()
              }}
            >
              {strings.lostReplaceYes}
            </Button>
            <Button onPress={() => setAsking(false)}>{strings.cancel}</Button>
          </div>
        </>
      ) : (
        <Button isOff={isBusy} onPress={() => setAsking(true)}>
          {strings.lostReplace}
        </Button>
      )}
    </Part>
  )
}
