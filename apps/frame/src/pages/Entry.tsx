/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { Icon, type IconName } from '../screens/Icon.js'
import { strings } from './strings.js'

/** One line of a list; what can be removed is asked about once more in its place. */
export function Entry({
  icon,
  name,
  title = name,
  detail,
  sub,
  isBusy,
  onRemove,
}: {
  icon: IconName
  /** Its name in prompts. */
  name: string
  /** The same in the list, where that is shorter. */
  title?: string
  /** Distinguishes it from others of its kind. */
  detail?: string | undefined
  sub: string
  isBusy: boolean
  onRemove: (() => void) | undefined
}) {
  const [isAsked, setAsked] = useState(false)
  return (
    <li class="lf-item">
      <Icon name={icon} />
      <span class="lf-item-text">
        <span>{title}</span>
        {detail && <span class="lf-small">{detail}</span>}
        <span class="lf-soft lf-small">{isAsked ? strings.removeSure(name) : sub}</span>
      </span>
      {onRemove && !isAsked && (
        <button
          type="button"
          class="lf-small-button"
          aria-label={strings.removeNamed(name)}
          disabled={isBusy}
          onClick={() => setAsked(true)}
        >
          {strings.remove}
        </button>
      )}
      {onRemove && isAsked && (
        <span class="lf-item-actions">
          <button type="button" class="lf-small-button" onClick={() => setAsked(false)}>
            {strings.removeNo}
          </button>
          <button
            type="button"
            class="lf-small-button"
            data-kind="danger"
            disabled={isBusy}
            onClick={() => {
              setAsked(false)
              onRemove()
            }}
          >
            {strings.removeYes}
          </button>
        </span>
      )}
    </li>
  )
}
