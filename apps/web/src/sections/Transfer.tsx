import { useConnection, useModal } from '@latchkey/react'
import { ActionRow } from '../components/ActionRow.js'
import { AskButton } from '../components/AskButton.js'
import type { Look } from '../look/look.js'

const code = `const { open } = useModal()

open({ view: 'WalletSend' })
open({ view: 'WalletReceive' })`

/** Opens the modal at its send and receive views. */
export function Transfer({ features }: { features: Look['features'] }) {
  const { isConnected } = useConnection()
  const { open } = useModal()
  return (
    <ActionRow
      title="Send and receive"
      text="Amount, receiver, fee and network on one page before the wallet asks. Any view of the modal can be opened by name."
      code={code}
    >
      <div className="buttons">
        {features.send && (
          <AskButton busy={false} onClick={() => open({ view: 'WalletSend' })}>
            Send
          </AskButton>
        )}
        {features.receive && isConnected && (
          <button type="button" className="button" onClick={() => open({ view: 'WalletReceive' })}>
            Receive
          </button>
        )}
      </div>
      {!features.send && <p className="note">Sending is switched off below.</p>}
    </ActionRow>
  )
}
