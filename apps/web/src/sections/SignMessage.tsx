import { useConnection, useSignMessage } from '@latchkey/react'
import { useState } from 'react'
import { ActionRow } from '../components/ActionRow.js'
import { AskButton } from '../components/AskButton.js'
import { Outcome } from '../components/Outcome.js'
import { Signature, type SignatureCheck } from '../components/Signature.js'

const code = `const { mutateAsync: signMessage } = useSignMessage()

const signature = await signMessage({ message })`

/** Signs a text and checks the signature on the spot. */
export function SignMessage() {
  const { address } = useConnection()
  const { mutateAsync: signMessage, isPending, error } = useSignMessage()
  const [message, setMessage] = useState('Hello from Latchkey')
  const [signed, setSigned] = useState<SignatureCheck>()

  const sign = async () => {
    setSigned(undefined)
    try {
      const signature = await signMessage({ message })
      const { recoverMessageSigner } = await import('../recover.js')
      setSigned({ signature, expected: address, signer: await recoverMessageSigner(message, signature) })
    } catch {
      // The mutation holds the error; it is shown below.
    }
  }
  return (
    <ActionRow
      title="Sign a message"
      text="The wallet shows the text and signs it. The signer is recovered here, in the page."
      code={code}
    >
      <label className="field">
        <span>Message</span>
        <textarea rows={2} value={message} onChange={(event) => setMessage(event.target.value)} />
      </label>
      <AskButton busy={isPending} onClick={sign}>
        Sign message
      </AskButton>
      <Outcome error={error}>{signed && <Signature {...signed} />}</Outcome>
    </ActionRow>
  )
}
