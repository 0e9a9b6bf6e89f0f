import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useElapsed } from '../hooks/useElapsed.js'
import { useEmailStrings } from '../hooks/useEmailStrings.js'
import { Button } from '../primitives/Button.js'
import { Icon } from '../primitives/Icon.js'
import { Notice } from '../primitives/Notice.js'
import { Waiting } from '../primitives/Waiting.js'

/** The next step, over the view with the form: it stands in the card until the wallet's answer leads on. */
export function EmailSending({
  email,
  card,
  onRetry,
  onOther,
}: {
  email: string
  card: Element
  /** There where the wallet is slow. */
  onRetry?: (() => void) | undefined
  onOther: () => void
}) {
  const strings = useEmailStrings()
  const elapsed = useElapsed(true)
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const covered = card.querySelector<HTMLElement>('.lk-height')
    if (covered) covered.inert = true
    layer.current?.focus({ preventScroll: true })
    return () => {
      if (covered) covered.inert = false
    }
  }, [card])
  return createPortal(
    <div className="lk-view lk-sending" ref={layer} tabIndex={-1}>
      <Notice
        live
        picture={
          <Waiting>
            <span className="lk-notice-icon">
              <Icon name="mail" size={28} />
            </span>
          </Waiting>
        }
        title={strings.emailSendingTitle}
        actions={
          <>
            {onRetry && (
              <Button kind="secondary" onClick={onRetry}>
                {strings.retry}
              </Button>
            )}
            <Button kind="text" onClick={onOther}>
              {strings.emailOther}
            </Button>
          </>
        }
      >
        {onRetry ? strings.emailSlow : elapsed === 'short' ? strings.emailSendingText(email) : strings.emailWaiting}
      </Notice>
    </div>,
    card,
  )
}
