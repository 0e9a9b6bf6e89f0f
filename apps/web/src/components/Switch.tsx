import { useId } from 'react'

/** Something that is on or off, with what it means. */
export function Switch({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const hintId = useId()
  return (
    <label className="switch">
      <span className="switch-words">
        <span className="switch-label">{label}</span>
        {hint && (
          <span className="switch-hint" id={hintId}>
            {hint}
          </span>
        )}
      </span>
      <input
        className="switch-knob"
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-describedby={hint ? hintId : undefined}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
