import { toPairingLink, type WalletListing, type WalletPlace } from '@latchkey/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWalletStrings } from '../hooks/useWalletStrings.js'
import { Button } from '../primitives/Button.js'
import { Callout } from '../primitives/Callout.js'
import { LinkButton } from '../primitives/LinkButton.js'
import { Notice } from '../primitives/Notice.js'
import { Waiting } from '../primitives/Waiting.js'
import { WalletPicture } from './WalletPicture.js'

/** How long an app may take to come to the front, in milliseconds. */
const openTimeout = 3_000

/** What was answered by opening the wallet: who comes back to it opens the wallet by the button. */
const answered = new WeakSet<object>()

/** Opens the wallet on this device, and says what else can be done when nothing opened. */
export function OpenWallet({
  wallet,
  place,
  uri,
  press,
  otherwise,
}: {
  wallet: WalletListing
  place: WalletPlace
  uri: string | undefined
  /** The press that led here, which opens the wallet as soon as there is a link; without it the button does. */
  press?: object | undefined
  /** What else can be done with the link. */
  otherwise: ReactNode
}) {
  const strings = useWalletStrings()
  const [nothingOpened, watch] = useWatchdog()
  const link = wallet.links[place]
  const href = link && uri ? toPairingLink(link, uri) : undefined
  const { name } = wallet
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!href || !press || answered.has(press)) return
    answered.add(press)
    // A browser lets a page do so for as long as it takes it for the doing of who pressed.
    if (navigator.userActivation?.isActive) box.current?.querySelector('a')?.click()
  }, [href, press])
  return (
    <div className="lk-open-wallet" ref={box}>
      <Notice
        picture={
          <Waiting>
            <WalletPicture src={wallet.imageUrl} name={name} />
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
