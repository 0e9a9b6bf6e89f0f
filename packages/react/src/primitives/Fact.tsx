import type { ReactNode } from 'react'

/** One line of a list of facts; a tall one has its value below its label. */
export function Fact({ label, tall, children }: { label: string; tall?: boolean; children: ReactNode }) {
  return (
    <div className="lk-fact" data-tall={tall || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
