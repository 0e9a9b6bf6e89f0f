/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { formatDate } from '../dates.js'
import type { Factor } from './openWallet.js'
import { Button, Note, Part } from './Page.js'
import { strings } from './strings.js'

/** Shows who can bring the wallet back, and lets its owner take the operator out. */
export function WhoRestores({
  factors,
  isBusy,
  onDelete,
  onKeep,
}: {
  factors: readonly Factor[]
  isBusy: boolean
  onDelete: (factorId: string) => void
  onKeep: (factorId: string) => void
}) {
  const [isAsking, setAsking] = useState(false)
  const operator = factors.find(({ kind }) => kind === 'auto')
  const hasOwn = factors.some(({ kind }) => kind === 'passkey' || kind === 'code')
  if (!operator)
    return (
      <Part title={strings.whoTitle}>
        <p>{strings.whoOwn}</p>
        <p class="lf-soft lf-small">{strings.whoOwnWarning}</p>
      </Part>
    )
  return (
    <Part title={strings.whoTitle}>
      <p>{hasOwn ? strings.whoBeside : strings.whoOperator}</p>
      {operator.deleteAt !== null ? (
        <>
          <p>{strings.whoOwnFrom(formatDate(operator.deleteAt))}</p>
          <Button isOff={isBusy} onPress={() => onKeep(operator.factorId)}>
            {strings.operatorKeep}
          </Button>
        </>
      ) : !hasOwn ? (
        <p class="lf-soft lf-small">{strings.operatorFirst}</p>
      ) : isAsking ? (
        <>
          <Note tone="warning">{strings.operatorDeleteLead}</Note>
          <p class="lf-soft lf-small">{strings.whoOwnWarning}</p>
          <div class="lp-buttons">
            <Button
              kind="danger"
              isOff={isBusy}
              onPress={() => {
                setAsking(false)
                onDelete(operator.factorId)
              }}
            >
              {strings.operatorDeleteYes}
            </Button>
            <Button onPress={() => setAsking(false)}>{strings.cancel}</Button>
          </div>
        </>
      ) : (
        <Button isOff={isBusy} onPress={() => setAsking(true)}>
          {strings.operatorDelete}
        </Button>
      )}
    </Part>
  )
}
