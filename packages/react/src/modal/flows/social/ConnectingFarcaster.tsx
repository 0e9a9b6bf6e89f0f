import { SocialLogo } from '../../../components/SocialLogo.js'
import { useLatchkey } from '../../../context.js'
import { useFarcasterSignIn } from '../../../hooks/useFarcasterSignIn.js'
import { useWalletStrings } from '../../../hooks/useWalletStrings.js'
import { Button } from '../../../primitives/Button.js'
import { CopyButton } from '../../../primitives/CopyButton.js'
import { Icon } from '../../../primitives/Icon.js'
import { isPhone } from '../../../primitives/isPhone.js'
import { LinkButton } from '../../../primitives/LinkButton.js'
import { Notice } from '../../../primitives/Notice.js'
import { QrCode } from '../../../primitives/QrCode.js'
import { Waiting } from '../../../primitives/Waiting.js'
import type { Routes } from '../../routes.js'

/** Signs in with Farcaster: a code for the phone that has its app, or on that phone a button that opens it. */
export function ConnectingFarcaster({ data }: { data: Routes['ConnectingFarcaster'] }) {
  const { modal } = useLatchkey()
  const strings = useWalletStrings()
  const { url, error, retry } = useFarcasterSignIn({ chainId: data?.chainId })

  if (error)
    return (
      <div className="lk-view">
        <Notice
          live
          tone="warning"
          icon={<Icon name="warning" size={28} />}
          title={strings.farcasterFailedTitle}
          actions={
            <>
              <Button onClick={retry} autoFocus>
                {strings.retry}
              </Button>
              <Button kind="text" onClick={modal.back}>
                {strings.farcasterOther}
              </Button>
            </>
          }
        >
          {error.message}
        </Notice>
      </div>
    )
  return <div className="lk-view">{isPhone() ? <AppLink url={url} /> : <AppCode url={url} />}</div>
}

/** On the phone that has the app: a button that opens it, once there is a link. */
function AppLink({ url }: { url: string | undefined }) {
  const strings = useWalletStrings()
  return (
    <div className="lk-open-wallet">
      <Notice
        live
        picture={
          <Waiting>
            <span className="lk-notice-icon">
              <SocialLogo name="farcaster" size={32} />
            </span>
          </Waiting>
        }
        title={strings.continueIn('Farcaster')}
        actions={
          url === undefined ? (
            <Button disabled>{strings.openWalletWaiting}</Button>
          ) : (
            <LinkButton href={url}>{strings.farcasterOpen}</LinkButton>
          )
        }
      >
        {strings.farcasterOpenText}
      </Notice>
      <CopyLink url={url} />
    </div>
  )
}

/** On another device: a code for the phone. */
function AppCode({ url }: { url: string | undefined }) {
  const strings = useWalletStrings()
  return (
    <div className="lk-pairing">
      {url === undefined ? (
        <div className="lk-qr-card lk-qr-empty" aria-hidden="true" />
      ) : (
        <div className="lk-qr-card">
          <QrCode text={url} label={strings.farcasterCode} />
        </div>
      )}
      <p className="lk-lead" dir="auto" role="status">
        {url === undefined ? strings.pairingPreparing : strings.farcasterScan}
      </p>
      <CopyLink url={url} />
    </div>
  )
}

function CopyLink({ url }: { url: string | undefined }) {
  const strings = useWalletStrings()
  if (url !== undefined) return <CopyButton text={url} label={strings.pairingCopy} kind="button" />
  // Holds the place of the real one, so that nothing moves under a finger when the link arrives.
  return (
    <Button kind="secondary" disabled>
      {strings.pairingCopy}
    </Button>
  )
}
