import { type ReactNode, useId } from 'react'

/** A list of rows under a heading. */
export function List({
  label,
  hideLabel = false,
  compact = false,
  children,
}: {
  label: string
  hideLabel?: boolean
  /** Lower rows, for a list to choose from at a glance. */
  compact?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="lk-list" data-compact={compact || undefined}>
      <h3 id={id} className={hideLabel ? 'lk-hidden' : 'lk-list-label'}>
        {label}
      </h3>
      <ul aria-labelledby={id}>{children}</ul>
    </section>
  )
}
