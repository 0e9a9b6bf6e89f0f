/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { formatDate } from '../dates.js'
import { Icon } from '../screens/Icon.js'
import type { Restore } from './ownerCalls.js'
import { Button, Note, Part } from './Page.js'
import { strings } from './strings.js'

/** The browsers that ask for the wallet by e-mail, each to be stopped or allowed. */
export function Restores({
  restores,
  isBusy,
  onStop,
  onAllow,
}: {
  restores: readonly Restore[]
  isBusy: boolean
  onStop: (restore: Restore) => void
  onAllow: (restore: Restore) => void
}) {
  const [asked, setAsked] = useState<Restore>()
  if (restores.length === 0) return null
  return (
    <Part title={strings.restoresTitle}>
      <ul class="lf-list">
        {restores.map((restore) => (
          <li key={restore.deviceId} class="lf-item">
            <Icon name="device" />
            <span class="lf-item-text">
              <span>{restore.name}</span>
              <span class="lf-soft lf-small">
                {restore.readyAt === null
                  ? strings.restoreWaits(formatDate(restore.askedAt))
                  : strings.restoreReady(formatDate(restore.readyAt))}
              </span>
            </span>
            <span class="lf-item-actions">
              <button
                type="button"
                class="lf-small-button"
                aria-label={strings.restoreAllowNamed(restore.name)}
                disabled={isBusy}
                onClick={() => setAsked(restore)}
              >
                {strings.restoreAllow}
              </button>
              <button
                type="button"
                class="lf-small-button"
                data-kind="danger"
                aria-label={strings.restoreStopNamed(restore.name)}
                disabled={isBusy}
                onClick={() => onStop(restore)}
              >
                {strings.restoreStop}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {asked && (
        <>
          <Note tone="warning">{strings.restoreAllowSure(asked.name)}</Note>
          <div class="lp-buttons">
            <Button
              kind="danger"
              isOff={isBusy}
              onPress={() => {
                setAsked(undefined)
                onAllow(asked)
              }}
            >
              {strings.restoreAllowYes}
            </Button>
            <Button onPress={() => setAsked(undefined)}>{strings.cancel}</Button>
          </div>
        </>
      )}
    </Part>
  )
}
