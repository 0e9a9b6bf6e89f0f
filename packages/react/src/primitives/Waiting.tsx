import type { ReactNode } from 'react'

/** A picture with a ring that turns while somebody else has to act. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <span className="lk-waiting">
      <svg viewBox="0 0 96 96" width="96" height="96" aria-hidden="true" focusable="false">
        <rect x="2" y="2" width="92" height="92" rx="26" pathLength="100" />
      </svg>
      {children}
    </span>
  )
}
