import { longestName } from '@latchkey/protocol/namesApi'
import { useId } from 'react'
import { useNameStrings } from '../hooks/useNameStrings.js'

/** The field for a name, with the zone that it is in and what there is to say of it. */
export function NameField({
  text,
  zone,
  isBusy,
  trouble,
  hint,
  onText,
}: {
  text: string
  zone: string | undefined
  isBusy: boolean
  /** Why the name cannot be had; `hint` is said where it can, or where that is not known yet. */
  trouble: string | undefined
  hint: string
  onText: (text: string) => void
}) {
  const strings = useNameStrings()
  const id = useId()
  return (
    <div className="lk-field lk-email-field" data-invalid={trouble !== undefined || undefined}>
      <label className="lk-field-label" htmlFor={id}>
        {strings.nameLabel}
      </label>
      <div className="lk-field-line" dir="ltr">
        <input
          id={id}
          className="lk-email-input"
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={longestName + 1}
          dir="ltr"
          placeholder={strings.namePlaceholder}
          value={text}
          readOnly={isBusy}
          onChange={(event) => onText(event.target.value)}
          aria-invalid={trouble !== undefined || undefined}
          aria-describedby={`${id}-help`}
        />
        {zone && <span className="lk-field-label">{zone}</span>}
      </div>
      <p
        id={`${id}-help`}
        className="lk-field-help"
        data-tone={trouble === undefined ? 'neutral' : undefined}
        role={trouble === undefined ? 'status' : 'alert'}
        dir="auto"
      >
        {trouble ?? hint}
      </p>
    </div>
  )
}
