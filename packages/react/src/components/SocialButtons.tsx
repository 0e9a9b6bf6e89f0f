import type { ChainId, SocialProvider } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useConnectStrings } from '../hooks/useConnectStrings.js'
import { useEmbedded } from '../hooks/useEmbedded.js'
import { usePasskeySignIn } from '../hooks/usePasskeySignIn.js'
import { useSocialSignIn } from '../hooks/useSocialSignIn.js'
import { isInAppBrowser } from '../primitives/isInAppBrowser.js'
import { isPhone } from '../primitives/isPhone.js'
import { SocialLogo } from './SocialLogo.js'

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
  const { socials, isPending, signIn, cancel, pending, error, failed } = useSocialSignIn({ chainId })
  const passkey = usePasskeySignIn({ chainId })
  const hasPasskey = config.features.passkey && passkey.isOffered
  const isOffered = embedded?.hasSocials !== false
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!isPending || !isOffered) return
    const frame = requestAnimationFrame(() => setSeen(true))
    return () => cancelAnimationFrame(frame)
  }, [isPending, isOffered])
  // What stands below must not leave the place where somebody is about to press it.
  if (isPending || passkey.isAsking) return isOffered && <Coming />
  if (socials.length === 0 && !hasPasskey) return isSeen && <div className="lk-socials" />
  if (socials.length > 0 && isInAppBrowser(navigator.userAgent))
    return (
      <p className="lk-footnote" dir="auto">
        {strings.socialInApp}
      </p>
    )

  const go = (name: Exclude<SocialProvider, 'farcaster'>, here = isPhone()) => {
    setHere(here)
    void signIn(name, { redirect: here })
  }
  const isBusy = pending !== undefined || passkey.isPending
  // A fourth alone needs no button that leads to it.
  const isShort = !isAll && socials.length > atFirst + 1
  const shown = isShort ? socials.slice(0, atFirst) : socials
  return (
    <div className="lk-socials">
      <fieldset className="lk-socials-row" data-all={isAll || undefined} aria-label={strings.socials}>
        {shown.map((name) => (
          <button
            key={name}
            type="button"
            aria-label={strings.socialContinue.replace('{name}', names[name])}
            title={names[name]}
            aria-busy={pending === name || undefined}
            disabled={isBusy}
            onClick={() =>
              name === 'farcaster'
                ? modal.push({ view: 'ConnectingFarcaster', data: chainId && { chainId } })
                : go(name)
            }
          >
            {pending === name ? <span className="lk-spinner" aria-hidden="true" /> : <SocialLogo name={name} />}
          </button>
        ))}
        {hasPasskey && (
          <button
            type="button"
            aria-label={strings.passkeyContinue}
            title={strings.passkeyContinue}
            aria-busy={passkey.isPending || undefined}
            disabled={isBusy}
            onClick={() => void passkey.signIn()}
          >
            {passkey.isPending ? <span className="lk-spinner" aria-hidden="true" /> : <Key />}
            {socials.length === 0 && <span>{strings.passkeyContinue}</span>}
          </button>
        )}
        {isShort && (
          <button
            type="button"
            aria-label={strings.socialsMore}
            title={strings.socialsMore}
            disabled={isBusy}
            onClick={() => setAll(true)}
          >
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
              {[5, 12, 19].map((at) => (
                <circle key={at} cx={at} cy="12" r="2" fill="currentColor" />
              ))}
            </svg>
          </button>
        )}
      </fieldset>
      {pending && (
        <p className="lk-footnote" role="status" dir="auto">
          {(isHere ? strings.socialLeaving : strings.socialPending).replace('{name}', names[pending])}{' '}
          <button type="button" className="lk-text-button" onClick={cancel}>
            {strings.cancel}
          </button>
        </p>
      )}
      {passkey.error && !isBusy && (
        <p className="lk-footnote" role="alert" dir="auto">
          {passkey.error.message}
        </p>
      )}
      {error && !isBusy && (
        <p className="lk-footnote" role="alert" dir="auto">
          {error.message}{' '}
          {failed && (
            <button type="button" className="lk-text-button" onClick={() => go(failed, true)}>
              {strings.socialHere}
            </button>
          )}
        </p>
      )}
    </div>
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

function Coming() {
  return (
    <div className="lk-socials" aria-hidden="true">
      <div className="lk-skeleton-row" />
    </div>
  )
}
