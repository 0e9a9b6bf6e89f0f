/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { Approval } from '../types.js'
import { Icon } from './Icon.js'
import { Shell, type ShellFacts } from './Shell.js'
import { strings } from './strings.js'

/** The outcome of the window, as text. */
export const windowNotes = {
  open: strings.inWindow,
  blocked: strings.windowBlocked,
  closed: strings.windowClosed,
} as const

/** How opening the window went. */
export type Opening = keyof typeof windowNotes

/** Opens the window during a click, and reports the outcome. */
export function WindowButton({
  onWindow,
  onOpening,
}: {
  /** Opens it, and tells when it was closed without an answer; false when the browser did not open it. */
  onWindow: (onClosed: () => void) => boolean
  onOpening: (opening: Opening) => void
}) {
  return (
    <button
      type="button"
      class="lf-button"
      data-kind="primary"
      onClick={(event) => event.isTrusted && onOpening(onWindow(() => onOpening('closed')) ? 'open' : 'blocked')}
    >
      <Icon name="out" size={16} />
      <span>{strings.continueInWindow}</span>
    </button>
  )
}

/**
 * Shows what the page asks for, and leads to the window where it can be approved. Nothing is approved here, so a click that a page
 * steals opens a window and grants nothing.
 */
export function ApproveElsewhere({
  approval,
  facts,
  wasWrong,
  onReject,
  onWindow,
}: {
  approval: Approval
  facts: ShellFacts
  /** A wrong number was pressed, so the frame takes no number any more. */
  wasWrong: boolean
  onReject: () => void
  /** Opens the window, and tells when it was closed without an answer; false when the browser did not open it. */
  onWindow: (onClosed: () => void) => boolean
}) {
  const [opening, setOpening] = useState<Opening>()
  return (
    <Shell
      facts={facts}
      title={approval.title}
      onClose={onReject}
      footer={
        <>
          {opening && (
            <p class="lf-note" role="status">
              {windowNotes[opening]}
            </p>
          )}
          <div class="lf-actions" data-stacked>
            <button type="button" class="lf-button" data-kind="secondary" onClick={onReject}>
              {strings.reject}
            </button>
            <WindowButton onWindow={onWindow} onOpening={setOpening} />
          </div>
        </>
      }
    >
      <p>{wasWrong ? strings.missed : strings.approvedInWindow}</p>
    </Shell>
  )
}
