import type { TypedData } from '@latchkey/core'
import { useChain, useConnection, useSignTypedData } from '@latchkey/react'
import { useState } from 'react'
import { ActionRow } from '../components/ActionRow.js'
import { AskButton } from '../components/AskButton.js'
import { Outcome } from '../components/Outcome.js'
import { Signature, type SignatureCheck } from '../components/Signature.js'

const code = `const { mutateAsync: signTypedData } = useSignTypedData()

const signature = await signTypedData({
  typedData: {
    domain, types, primaryType: 'Booking', message,
  },
})`

/** Signs structured data and checks the signature on the spot. */
export function SignTypedData() {
  const { address } = useConnection()
  const { caipNetwork } = useChain()
  const { mutateAsync: signTypedData, isPending, error } = useSignTypedData()
  const [nights, setNights] = useState(2)
  const [signed, setSigned] = useState<SignatureCheck>()

  const sign = async () => {
    setSigned(undefined)
    const typedData = booking(Number(caipNetwork?.id ?? 1), address ?? '', nights)
    try {
      const signature = await signTypedData({ typedData })
      const { recoverTypedDataSigner } = await import('../recover.js')
      setSigned({ signature, expected: address, signer: await recoverTypedDataSigner(typedData, signature) })
    } catch {
      // The mutation holds the error; it is shown below.
    }
  }
  return (
    <ActionRow
      title="Sign structured data"
      text="EIP-712: the wallet shows fields with names instead of a blob."
      code={code}
    >
      <label className="field short">
        <span>Nights</span>
        <input
          type="number"
          min={1}
          max={30}
          value={nights}
          onChange={(event) => setNights(Math.min(30, Math.max(1, Math.trunc(event.target.valueAsNumber) || 1)))}
        />
      </label>
      <AskButton busy={isPending} onClick={sign}>
        Sign booking
      </AskButton>
      <Outcome error={error}>{signed && <Signature {...signed} />}</Outcome>
    </ActionRow>
  )
}

function booking(chainId: number, guest: string, nights: number): TypedData {
  return {
    domain: { name: 'Latchkey Inn', version: '1', chainId },
    types: {
      Booking: [
        { name: 'guest', type: 'address' },
        { name: 'room', type: 'string' },
        { name: 'nights', type: 'uint256' },
      ],
    },
    primaryType: 'Booking',
    message: { guest, room: 'The one with the garden', nights },
  }
}
