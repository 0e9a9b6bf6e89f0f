import { isPairingExpired, type PairingState } from '@latchkey/core'
import { useClock } from '../hooks/useClock.js'
import { useElapsed } from '../hooks/useElapsed.js'
import { useWalletStrings } from '../hooks/useWalletStrings.js'
import { Button } from '../primitives/Button.js'
import { CopyButton } from '../primitives/CopyButton.js'
import { isPhone } from '../primitives/isPhone.js'
import { Picture } from '../primitives/Picture.js'
import { QrCode } from '../primitives/QrCode.js'

/** The code that a wallet on another device scans. One that is too old to be answered is not shown. */
export function PairingCode({
  state,
  name,
  icon,
}: {
  state: PairingState | undefined
  name: string | undefined
  icon: string | undefined
}) {
  const strings = useWalletStrings()
  const now = useClock(1_000)
  const uri = state?.uri !== undefined && !isPairingExpired(state.expiresAt, now) ? state.uri : undefined
  const elapsed = useElapsed(uri === undefined)
  return (
    <div className="lk-pairing">
      {uri === undefined ? (
        <div className="lk-qr-card lk-qr-empty" aria-hidden="true" />
      ) : (
        <div className="lk-qr-card lk-qr-marked">
          <QrCode text={uri} label={strings.pairingCode} />
          {name !== undefined && (
            <span className="lk-qr-mark">
              <Picture src={icon} name={name} size={36} shape="square" />
            </span>
          )}
        </div>
      )}
      <p className="lk-lead" dir="auto" role="status">
        {uri === undefined
          ? elapsed === 'veryLong'
            ? strings.pairingPreparingLong
            : strings.pairingPreparing
          : name === undefined || isPhone()
            ? strings.scanText
            : strings.scanTextIn(name)}
      </p>
      {uri !== undefined ? (
        <CopyButton text={uri} label={strings.pairingCopy} kind="button" />
      ) : (
        // Holds the place of the real one, so that nothing moves under a finger when the code arrives.
        <Button kind="secondary" disabled>
          {strings.pairingCopy}
        </Button>
      )}
    </div>
  )
}
