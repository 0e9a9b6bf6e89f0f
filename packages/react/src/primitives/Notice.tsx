import type { ReactNode } from 'react'

/** What a whole view says when there is nothing else to show: a picture, a title, a sentence, and what to do. */
export function Notice({
  picture,
  icon,
  tone = 'neutral',
  title,
  children,
  actions,
  live = false,
}: {
  picture?: ReactNode
  /** An icon of 28 px. */
  icon?: ReactNode
  tone?: 'neutral' | 'success' | 'warning' | 'danger'
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** True: read aloud when it changes. */
  live?: boolean
}) {
  return (
    <div className="lk-notice" data-tone={tone}>
      {picture && tone === 'warning' ? <span className="lk-notice-picture">{picture}</span> : picture}
      {!picture && icon && <span className="lk-notice-icon">{icon}</span>}
      <div className="lk-notice-text" role={live ? 'status' : undefined}>
        <h3 dir="auto">{title}</h3>
        {children !== undefined && <p dir="auto">{children}</p>}
      </div>
      {actions !== undefined && <div className="lk-notice-actions">{actions}</div>}
    </div>
  )
}
