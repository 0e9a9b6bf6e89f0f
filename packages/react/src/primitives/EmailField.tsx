import type { ReactNode } from 'react'

/** A field for an e-mail address, with what is wrong about it below. */
export function EmailField({
  id,
  label,
  hideLabel = false,
  placeholder,
  value,
  onChange,
  trouble,
  hint,
  disabled = false,
  children,
}: {
  id: string
  label: string
  hideLabel?: boolean
  placeholder: string
  value: string
  onChange: (value: string) => void
  trouble?: string | undefined
  /** Said where nothing is wrong. */
  hint?: string | undefined
  disabled?: boolean
  /** Stands at the end of the field. */
  children?: ReactNode
}) {
  return (
    <div className="lk-field lk-email-field" data-invalid={trouble !== undefined || undefined}>
      <label className={hideLabel ? 'lk-hidden' : 'lk-field-label'} htmlFor={id}>
        {label}
      </label>
      <div className="lk-field-line">
        <input
          id={id}
          className="lk-email-input"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={300}
          dir="ltr"
          placeholder={placeholder}
          value={value}
          readOnly={disabled}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={trouble !== undefined || undefined}
          aria-describedby={`${id}-help`}
        />
        {children}
      </div>
      <p
        id={`${id}-help`}
        className="lk-field-help"
        data-tone={trouble === undefined ? 'neutral' : undefined}
        role={trouble === undefined ? 'status' : 'alert'}
      >
        {trouble ?? hint}
      </p>
    </div>
  )
}
