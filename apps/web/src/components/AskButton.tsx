import { useConnection, useModal } from '@latchkey/react'
import type { ReactNode } from 'react'

/** A button for what needs a wallet: it offers to connect one first. */
export function AskButton({ busy, onClick, children }: { busy: boolean; onClick: () => void; children: ReactNode }) {
  const { isConnected } = useConnection()
  const { open } = useModal()
  if (!isConnected) {
    return (
      <button type="button" className="button" onClick={() => open()}>
        Connect to try this
      </button>
    )
  }
  return (
    <button type="button" className="button" aria-disabled={busy} onClick={busy ? undefined : onClick}>
      {busy ? 'Waiting for the wallet…' : children}
    </button>
  )
}
