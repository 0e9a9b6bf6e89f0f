import type { ComponentType, ReactNode } from 'react'
import { useEmailStrings } from '../../../hooks/useEmailStrings.js'

/** Signs in by e-mail, and nothing else, with the form that the list of wallets begins with. */
export function createEmailLogin(
  Form: ComponentType<{ alone: true }>,
  Consent: ComponentType<{ children: ReactNode }>,
): () => ReactNode {
  return () => {
    const strings = useEmailStrings()
    return (
      <div className="lk-view">
        <p className="lk-lead" dir="auto">
          {strings.emailLoginText}
        </p>
        <Consent>
          <Form alone />
        </Consent>
      </div>
    )
  }
}
