import type { ReactNode } from 'react'
import { FoldedCode } from './FoldedCode.js'

/** One thing to try: what it is, the controls, and the code that runs. */
export function ActionRow({
  title,
  text,
  code,
  children,
}: {
  title: string
  text: string
  code: string
  children: ReactNode
}) {
  return (
    <section className="action" aria-label={title}>
      <div className="action-side">
        <h3>{title}</h3>
        <p>{text}</p>
        {children}
      </div>
      <FoldedCode code={code} />
    </section>
  )
}
