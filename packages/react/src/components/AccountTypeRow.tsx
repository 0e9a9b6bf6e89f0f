import { parseChainId } from '@latchkey/core'
import { useState } from 'react'
import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useChain } from '../hooks/useChain.js'
import { useEmbedded } from '../hooks/useEmbedded.js'

/** Standard or smart account, where the active network knows both. */
export function AccountTypeRow() {
  const { toasts } = useLatchkey()
  const strings = useAccountStrings()
  const { embedded, state } = useEmbedded()
  const { caipNetwork } = useChain()
  const [isBusy, setIsBusy] = useState(false)
  if (!embedded || !state || !caipNetwork) return null
  const { namespace, reference } = parseChainId(caipNetwork.caipNetworkId)
  if (namespace !== 'eip155' || !state.smartAccountNetworks.includes(Number(reference))) return null
  const other = state.accountType === 'eoa' ? 'smartAccount' : 'eoa'
  const change = async () => {
    setIsBusy(true)
    try {
      await embedded.setPreferredAccount(other)
    } catch (error) {
      toasts.show((error as Error).message || strings.unknownError, 'error')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="lk-fact">
      <dt>{strings.accountType}</dt>
      <dd>
        {strings.accountTypes[state.accountType]}
        <button type="button" className="lk-text-button" onClick={change} disabled={isBusy}>
          {strings.useAccountType[other]}
        </button>
      </dd>
    </div>
  )
}
