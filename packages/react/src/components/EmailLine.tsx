import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useEmbedded } from '../hooks/useEmbedded.js'
import { Icon } from '../primitives/Icon.js'

/** By which e-mail somebody is here, and the way to what can be changed about that. */
export function EmailLine() {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  const { state, isActive } = useEmbedded()
  const email = state?.email
  if (!isActive) return null
  const shown = email && cutEmail(email)
  return (
    <button
      type="button"
      className="lk-email-line"
      title={email}
      onClick={() => modal.push({ view: 'AccountSettings' })}
    >
      <Icon name={email ? 'mail' : 'shield'} size={16} />
      <span className={email ? 'lk-hidden' : 'lk-cut'}>
        {email ? strings.openSettings(email) : strings.viewAccountSettings}
      </span>
      {shown && (
        <bdi className="lk-cut lk-email-cut" dir="ltr" aria-hidden="true">
          {shown}
        </bdi>
      )}
      {/* Lies over the line while it is pointed at or arrived at. */}
      {shown !== email && (
        <span className="lk-email-whole" aria-hidden="true" dir="ltr">
          {email}
        </span>
      )}
      <Icon name="forward" size={16} />
    </button>
  )
}

const shownCharacters = 30

/** An e-mail address as far as it fits: 30 characters, then three dots; a shorter one whole. */
export function cutEmail(email: string): string {
  const characters = [...email]
  return characters.length > shownCharacters ? `${characters.slice(0, shownCharacters).join('')}...` : email
}
