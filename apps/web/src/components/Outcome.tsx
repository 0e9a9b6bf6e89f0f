import { isLatchkeyError } from '@latchkey/core'
import type { ReactNode } from 'react'

/** What came of an action: nothing yet, an error in plain words, or its result. */
export function Outcome({ error, children }: { error?: unknown; children?: ReactNode }) {
  return (
    <div className="outcome" aria-live="polite">
      {error ? (
        <p className="problem">
          {isLatchkeyError(error) ? error.message : 'Something went wrong. Nothing was changed.'}
        </p>
      ) : (
        children
      )}
    </div>
  )
}
