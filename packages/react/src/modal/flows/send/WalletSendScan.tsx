import { longestReceiver } from '../../../components/longestReceiver.js'
import { useLatchkey } from '../../../context.js'
import { type ScanTrouble, useCodeScanner } from '../../../hooks/useCodeScanner.js'
import { usePaymentStrings } from '../../../hooks/usePaymentStrings.js'
import { useSendFlow } from '../../../hooks/useSendFlow.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Button } from '../../../primitives/Button.js'
import { Icon } from '../../../primitives/Icon.js'
import { Notice } from '../../../primitives/Notice.js'

/** Reads an address or a payment link off a QR code, with the camera. */
export function WalletSendScan() {
  const { modal } = useLatchkey()
  const strings = usePaymentStrings()
  const { edit } = useSendFlow()
  useWalletGone()
  const { video, status, isMirror, retry } = useCodeScanner((text) => {
    edit({ to: text.trim().slice(0, longestReceiver) })
    modal.back()
  })
  const troubles: { readonly [trouble in ScanTrouble]: readonly [title: string, text: string] } = {
    refused: [strings.scanRefusedTitle, strings.scanRefused],
    missing: [strings.scanMissingTitle, strings.scanMissing],
    busy: [strings.scanBusyTitle, strings.scanBusy],
    ended: [strings.scanEndedTitle, strings.scanEnded],
    failed: [strings.scanFailedTitle, strings.scanFailed],
  }

  if (status !== 'starting' && status !== 'on') {
    const [title, text] = troubles[status]
    return (
      <div className="lk-view">
        <Notice
          icon={<Icon name="scan" size={28} />}
          title={title}
          live
          actions={
            <>
              <Button onClick={retry} autoFocus>
                {strings.retry}
              </Button>
              <Button kind="secondary" onClick={modal.back}>
                {strings.scanInstead}
              </Button>
            </>
          }
        >
          {text}
        </Notice>
      </div>
    )
  }
  return (
    <div className="lk-view">
      <div className="lk-camera" data-mirror={isMirror || undefined} data-on={status === 'on' || undefined}>
        <video ref={video} aria-label={strings.scanPicture} muted playsInline />
      </div>
      <p className="lk-lead" role="status">
        {status === 'on' ? strings.scanAim : strings.scanStarting}
      </p>
    </div>
  )
}
