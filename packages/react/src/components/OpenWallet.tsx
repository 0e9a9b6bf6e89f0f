import { toPairingLink, type WalletListing, type WalletPlace } from '@latchkey/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWalletStrings } from '../hooks/useWalletStrings.js'
import { Button } from '../primitives/Button.js'
import { Callout } from '../primitives/Callout.js'
import { LinkButton } from '../primitives/LinkButton.js'
import { Notice } from '../primitives/Notice.js'
import { Picture } from '../primitives/Picture.js'
import { Waiting } from '../primitives/Waiting.js'

/** How long an app may take to come to the front, in milliseconds. */
const openTimeout = 3_000

/** Opens the wallet on this device, and says what else can be done when nothing opened. */
export function OpenWallet({
  wallet,
  place,
  uri,
  otherwise,
}: {
  wallet: WalletListing
  place: WalletPlace
  uri: string | undefined
  /** What else can be done with the link. */
  otherwise: ReactNode
}) {
  const strings = useWalletStrings()
  const [nothingOpened, watch] = useWatchdog()
  const link = wallet.links[place]
  const href = link && uri ? toPairingLink(link, uri) : undefined
  const { name } = wallet
  return (
    <div className="lk-open-wallet">
      <Notice
        picture={
          <Waiting>
            <Picture src={wallet.imageUrl} name={name} size={64} shape="square" />
          </Waiting>
        }
        title={strings.continueIn(name)}
        actions={
          href ? (
            <LinkButton href={href} onClick={watch}>
              {strings.openWallet(name)}
            </LinkButton>
          ) : (
            <Button disabled>{strings.openWalletWaiting}</Button>
          )
        }
      >
        {strings.openWalletText}
      </Notice>
      {nothingOpened && <Callout tone="neutral">{strings.nothingOpened(name)}</Callout>}
      {otherwise}
    </div>
  )
}

/** True once a link was followed and this page is still what one sees. */
function useWatchdog(): [boolean, () => void] {
  const [isOver, setIsOver] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // The page is put away as soon as the app comes to the front.
    const look = () => {
      if (document.visibilityState === 'hidden') clearTimeout(timer.current)
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(timer.current)
    }
  }, [])
  const watch = () => {
    setIsOver(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsOver(document.visibilityState === 'visible'), openTimeout)
  }
  return [isOver, watch]
}
