import type { ReactNode } from 'react'

/** A link that looks like a button: to another site in a window of its own, to an app from this one. */
export function LinkButton({
  href,
  kind = 'primary',
  onClick,
  children,
}: {
  href: string
  kind?: 'primary' | 'secondary'
  onClick?: () => void
  children: ReactNode
}) {
  const isSite = /^https?:/i.test(href)
  return (
    <a
      className="lk-button"
      data-kind={kind}
      href={href}
      target={isSite ? '_blank' : '_self'}
      rel="noopener noreferrer"
      onClick={onClick}
    >
      <span className="lk-button-label" dir="auto">
        {children}
      </span>
    </a>
  )
}
