import { type ReactNode, useEffect, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useConnectStrings } from '../hooks/useConnectStrings.js'
import type { ModalStore } from '../modal/store.js'

/** Accepting holds for the whole visit: a step back does not ask again. */
const accepted = new WeakSet<ModalStore>()

/**
 * Links to the terms beside the ways to connect. With `features.legalCheckbox` these are disabled until the box is ticked;
 * with `holds` they are not even drawn, and nothing is added once it is. Without terms, the children alone.
 */
export function Consent({ children, holds = false }: { children: ReactNode; holds?: boolean }) {
  const { config, modal } = useLatchkey()
  const strings = useConnectStrings()
  const [isAccepted, setAccepted] = useState(() => accepted.has(modal))
  const { termsConditionsUrl, privacyPolicyUrl } = config.options
  const { legalCheckbox } = config.features
  const documents = [
    { url: termsConditionsUrl, name: strings.legalTerms },
    { url: privacyPolicyUrl, name: strings.legalPrivacy },
  ].filter(({ url }) => url)
  const refused = documents.find(({ url = '' }) => !isSecure(url))?.url
  useEffect(() => {
    if (refused) config.alerts.raiseOnce('INVALID_TERMS_URL', `${refused} is not a secure URL. Begin it with https://.`)
  }, [config, refused])
  if (documents.length === 0 || (holds && (!legalCheckbox || isAccepted))) return children

  const link = (url = '', name: string) => {
    if (!isSecure(url)) return name
    return (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
    )
  }
  const [before, after] = (legalCheckbox ? strings.legalAccept : strings.legalNotice).split('{documents}')
  const words = (
    <span dir="auto">
      {before}
      {documents.map(({ url, name }, at) => (
        <span key={name}>
          {at > 0 && ` ${strings.legalAnd} `}
          {link(url, name)}
        </span>
      ))}
      {after}
    </span>
  )
  if (!legalCheckbox) {
    return (
      <>
        {children}
        <p className="lk-footnote">{words}</p>
      </>
    )
  }
  const accept = (isChecked: boolean) => {
    setAccepted(isChecked)
    accepted[isChecked ? 'add' : 'delete'](modal)
  }
  return (
    <>
      <label className="lk-check">
        <input type="checkbox" checked={isAccepted} onChange={(event) => accept(event.currentTarget.checked)} />
        {words}
      </label>
      {!holds && (
        <fieldset className="lk-methods" disabled={!isAccepted}>
          {children}
        </fieldset>
      )}
    </>
  )
}

function isSecure(url: string): boolean {
  return url.startsWith('https://')
}
