import type { ButtonHTMLAttributes, ReactNode } from 'react'

/** A button with words on it. */
export function Button({
  kind = 'primary',
  busy = false,
  children,
  ...rest
}: { kind?: 'primary' | 'secondary' | 'danger' | 'text'; busy?: boolean; children: ReactNode } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'type'
>) {
  return (
    <button type="button" className="lk-button" data-kind={kind} aria-busy={busy || undefined} {...rest}>
      {busy && <span className="lk-spinner" aria-hidden="true" />}
      <span className="lk-button-label" dir="auto">
        {children}
      </span>
    </button>
  )
}
