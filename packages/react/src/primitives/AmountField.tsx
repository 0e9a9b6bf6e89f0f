import type { ReactNode } from 'react'

/** A large field for an amount, with what stands beside it. */
export function AmountField({
  id,
  label,
  value,
  title,
  onChange,
  invalid,
  describedBy,
  autoFocus,
  children,
}: {
  id: string
  label: string
  value: string
  title?: string | undefined
  onChange: (text: string) => void
  invalid: boolean
  describedBy: string
  autoFocus?: boolean
  children: ReactNode
}) {
  return (
    <div className="lk-field-line">
      <label className="lk-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="lk-amount-input lk-number"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        placeholder="0"
        dir="ltr"
        data-long={value.length > 9 ? (value.length > 15 ? 'very' : true) : undefined}
        value={value}
        title={title}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        // biome-ignore lint/a11y/noAutofocus: only where it takes the place of the button that was pressed
        autoFocus={autoFocus}
      />
      {children}
    </div>
  )
}
