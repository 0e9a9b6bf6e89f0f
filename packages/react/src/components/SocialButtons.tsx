import type { ChainId, LatchkeyError, SocialProvider } from '@latchkey/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useConnectStrings } from '../hooks/useConnectStrings.js'
import { useEmbedded } from '../hooks/useEmbedded.js'
import { usePasskeySignIn } from '../hooks/usePasskeySignIn.js'
import { type UseSocialSignInReturnType, useSocialSignIn } from '../hooks/useSocialSignIn.js'
import { isInAppBrowser } from '../primitives/isInAppBrowser.js'
import { isPhone } from '../primitives/isPhone.js'
import { SocialLogo } from './SocialLogo.js'

type Redirected = Exclude<SocialProvider, 'farcaster'>

/** How many stand in the first row; the others come with "more". */
const atFirst = 3
const names: { readonly [name in SocialProvider]: string } = {
  google: 'Google',
  x: 'X',
  farcaster: 'Farcaster',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
}

/** A button for each social account that the wallet's server takes, and for a passkey alone; nothing where it takes none. */
export function SocialButtons({ chainId }: { chainId?: ChainId | undefined }) {
  const { config, modal } = useLatchkey()
  const strings = useConnectStrings()
  const { embedded } = useEmbedded()
  const [isAll, setAll] = useState(false)
  const [isHere, setHere] = useState(isPhone)
  const social = useSocialSignIn({ chainId })
  const passkey = usePasskeySignIn({ chainId })
  const { socials, isPending, pending } = social
  const hasPasskey = config.features.passkey && passkey.isOffered
  const isOffered = embedded?.hasSocials !== false
  const isSeen = useSeen(isPending && isOffered)
  // What stands below must not leave the place where somebody is about to press it.
  if (isPending || passkey.isAsking) return isOffered && <Placeholder />
  if (socials.length === 0 && !hasPasskey) return isSeen && <div className="lk-socials" />
  if (socials.length > 0 && isInAppBrowser(navigator.userAgent))
    return (
      <p className="lk-footnote" dir="auto">
        {strings.socialInApp}
      </p>
    )

  const go = (name: Redirected, here = isPhone()) => {
    setHere(here)
    void social.signIn(name, { redirect: here })
  }
  const isBusy = pending !== undefined || passkey.isPending
  // A fourth alone needs no button that leads to it.
  const isShort = !isAll && socials.length > atFirst + 1
  const shown = isShort ? socials.slice(0, atFirst) : socials
  return (
    <div className="lk-socials">
      <fieldset className="lk-socials-row" data-all={isAll || undefined} aria-label={strings.socials}>
        {shown.map((name) => (
          <Way
            key={name}
            label={strings.socialContinue.replace('{name}', names[name])}
            title={names[name]}
            isPending={pending === name}
            disabled={isBusy}
            onClick={() =>
              name === 'farcaster'
                ? modal.push({ view: 'ConnectingFarcaster', data: chainId && { chainId } })
                : go(name)
            }
          >
            <SocialLogo name={name} />
          </Way>
        ))}
        {hasPasskey && (
          <Way
            label={strings.passkeyContinue}
            isPending={passkey.isPending}
            disabled={isBusy}
            onClick={() => void passkey.signIn()}
            text={socials.length === 0 ? strings.passkeyContinue : undefined}
          >
            <Key />
          </Way>
        )}
        {isShort && (
          <Way label={strings.socialsMore} disabled={isBusy} onClick={() => setAll(true)}>
            <Dots />
          </Way>
        )}
      </fieldset>
      <SocialNotes
        social={social}
        isHere={isHere}
        isBusy={isBusy}
        passkeyError={passkey.error}
        onHere={(name) => go(name, true)}
      />
    </div>
  )
}

/** Whether a frame was painted while `isOpen`. */
function useSeen(isOpen: boolean): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const frame = requestAnimationFrame(() => setSeen(true))
    return () => cancelAnimationFrame(frame)
  }, [isOpen])
  return isSeen
}

function Way({
  label,
  title = label,
  isPending = false,
  disabled,
  onClick,
  text,
  children,
}: {
  label: string
  title?: string
  isPending?: boolean
  disabled: boolean
  onClick: () => void
  text?: string | undefined
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      aria-busy={isPending || undefined}
      disabled={disabled}
      onClick={onClick}
    >
      {isPending ? <span className="lk-spinner" aria-hidden="true" /> : children}
      {text && <span>{text}</span>}
    </button>
  )
}

/** Where the provider asks, and what failed, with another way where there is one. */
function SocialNotes({
  social: { pending, error, failed, cancel },
  isHere,
  isBusy,
  passkeyError,
  onHere,
}: {
  social: UseSocialSignInReturnType
  isHere: boolean
  isBusy: boolean
  passkeyError: LatchkeyError | undefined
  onHere: (name: Redirected) => void
}) {
  const strings = useConnectStrings()
  return (
    <>
      {pending && (
        <p className="lk-footnote" role="status" dir="auto">
          {(isHere ? strings.socialLeaving : strings.socialPending).replace('{name}', names[pending])}{' '}
          <button type="button" className="lk-text-button" onClick={cancel}>
            {strings.cancel}
          </button>
        </p>
      )}
      {passkeyError && !isBusy && (
        <p className="lk-footnote" role="alert" dir="auto">
          {passkeyError.message}
        </p>
      )}
      {error && !isBusy && (
        <p className="lk-footnote" role="alert" dir="auto">
          {error.message}{' '}
          {failed && (
            <button type="button" className="lk-text-button" onClick={() => onHere(failed)}>
              {strings.socialHere}
            </button>
          )}
        </p>
      )}
    </>
  )
}

function Dots() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      {[5, 12, 19].map((at) => (
        <circle key={at} cx={at} cy="12" r="2" fill="currentColor" />
      ))}
    </svg>
  )
}

function Key() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <circle cx="7.5" cy="15.5" r="5.5" />
      <path d="m11.4 11.6 9.6-9.6m-5.5 5.5 3 3L22 7l-3-3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

function Placeholder() {
  return (
    <div className="lk-socials" aria-hidden="true">
      <div className="lk-skeleton-row" />
    </div>
  )
}
