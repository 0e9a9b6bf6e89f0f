import type { ReactNode } from 'react'
import { Icon } from './Icon.js'

/** A sentence inside a view that must not be overlooked; read aloud when it appears. */
export function Callout({
  tone = 'warning',
  children,
}: {
  tone?: 'neutral' | 'warning' | 'danger'
  children: ReactNode
}) {
  return (
    <div className="lk-callout" data-tone={tone} role={tone === 'neutral' ? 'status' : 'alert'}>
      <Icon name={tone === 'neutral' ? 'error' : 'warning'} />
      <div dir="auto">{children}</div>
    </div>
  )
}
