import { type ReactNode, useId } from 'react'

/** A list of rows under a heading. */
export function List({
  label,
  hideLabel = false,
  children,
}: {
  label: string
  hideLabel?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="lk-list">
      <h3 id={id} className={hideLabel ? 'lk-hidden' : 'lk-list-label'}>
        {label}
      </h3>
      <ul aria-labelledby={id}>{children}</ul>
    </section>
  )
}
