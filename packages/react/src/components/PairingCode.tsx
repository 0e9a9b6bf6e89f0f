import { isPairingExpired, type PairingState } from '@latchkey/core'
import { useClock } from '../hooks/useClock.js'
import { useElapsed } from '../hooks/useElapsed.js'
import { useWalletStrings } from '../hooks/useWalletStrings.js'
import { Button } from '../primitives/Button.js'
import { CopyButton } from '../primitives/CopyButton.js'
import { isPhone } from '../primitives/isPhone.js'
import { QrCode } from '../primitives/QrCode.js'
import { WalletPicture } from './WalletPicture.js'

/** The code that a wallet on another device scans. One that is too old to be answered is not shown. */
export function PairingCode({
  state,
  name,
  mark,
}: {
  state: PairingState | undefined
  /** The wallet that scans it; any may when absent. */
  name: string | undefined
  /** Whose picture stands in the middle. */
  mark: { readonly name: string; readonly icon?: string | undefined }
}) {
  const strings = useWalletStrings()
  const now = useClock(1_000)
  const uri = state?.uri !== undefined && !isPairingExpired(state.expiresAt, now) ? state.uri : undefined
  const elapsed = useElapsed(uri === undefined)
  return (
    <div className="lk-pairing">
      <div className={uri === undefined ? 'lk-qr-card lk-qr-empty' : 'lk-qr-card'}>
        {uri !== undefined && <QrCode text={uri} label={strings.pairingCode} />}
        <span className="lk-qr-mark">
          <WalletPicture src={mark.icon} name={mark.name} size={40} />
        </span>
      </div>
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
