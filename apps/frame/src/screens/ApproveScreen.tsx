/** @jsxImportSource preact */
import type { ComponentChild, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Approval } from '../types.js'
import { ApprovalBody } from './ApprovalBody.js'
import { type Opening, WindowButton, windowNotes } from './ApproveElsewhere.js'
import type { GuardState } from './guard.js'
import { Icon } from './Icon.js'
import { NumberKeys } from './NumberKeys.js'
import { Shell, type ShellFacts } from './Shell.js'
import { strings } from './strings.js'
import { useGuard } from './useGuard.js'
import { scrollOn } from './watchEnd.js'
import type { VisibilityWatch } from './watchGuard.js'

const reasons: { readonly [S in GuardState]?: string } = {
  covered: strings.covered,
  small: strings.tooSmall,
  unseen: strings.unseen,
}

type ApproveProps = {
  approval: Approval
  facts: ShellFacts
  watch?: VisibilityWatch | undefined
  /** The number to press, where a page around the screen may hide it; absent, one button approves. */
  number?: number | undefined
  onApprove: () => void
  /** Another number was pressed. */
  onWrong?: () => void
  onReject: () => void
  /**
   * Opens the wallet's own window with the same approval, and tells when it was closed without an answer; false when the browser
   * did not open it. Absent within that window.
   */
  onWindow?: ((onClosed: () => void) => boolean) | undefined
}

/** Shows an approval, and accepts the answer only if the user could see it. */
export function ApproveScreen({
  approval,
  facts,
  watch,
  number,
  onApprove,
  onWrong,
  onReject,
  onWindow,
}: ApproveProps) {
  const button = useRef<HTMLButtonElement>(null)
  const keys = useRef<HTMLFieldSetElement>(null)
  const { state, admits } = useGuard(number === undefined ? button : keys, watch, (held) =>
    answer(number === undefined || held.textContent === String(number)),
  )
  const [isTouched] = useState(() => matchMedia('(pointer: coarse)').matches)
  const [isUnderstood, setUnderstood] = useState(!approval.needsSecondLook)
  const [opening, setOpening] = useState<Opening>()
  const [isTooSoon, setTooSoon] = useState(false)
  const lasts = useLasting(state in reasons)
  // A browser that cannot tell what is seen will not learn it.
  const isRefused = lasts || state === 'unseen'
  const offersWindow = isRefused && onWindow !== undefined && !approval.isRefused
  const canHold = isTouched && isUnderstood && (state === 'armed' || state === 'arming')
  const isArmed = state === 'armed' && isUnderstood && !approval.isRefused

  function answer(isRight: boolean): void {
    if (isUnderstood && !approval.isRefused) (isRight ? onApprove : onWrong)?.()
  }

  function press(event: MouseEvent, isRight = true): void {
    // Whatever else holds, each click is judged once: a judged press must not serve a later click.
    const isAdmitted = admits(event)
    if (isAdmitted) answer(isRight)
    // A first touch, or a press right after the pointer enters, does not count; this note explains it.
    else if (!isAdmitted && event.isTrusted) setTooSoon(true)
  }

  return (
    <Shell
      facts={facts}
      title={approval.title}
      isBrief
      onClose={onReject}
      footer={
        <>
          {!approval.isRefused && (
            <>
              <Hints
                state={state}
                opening={opening}
                isRefused={isRefused}
                isTooSoon={isTooSoon}
                isTouched={isTouched}
                hasButton={number === undefined}
              />
              {approval.needsSecondLook && <SecondLook isUnderstood={isUnderstood} onChange={setUnderstood} />}
            </>
          )}
          {number !== undefined && !offersWindow ? (
            <NumberKeys
              asked={number}
              isDanger={approval.danger.length > 0}
              isArmed={isArmed}
              isHeld={isTouched}
              canHold={canHold}
              keys={keys}
              onPress={press}
              onReject={onReject}
            />
          ) : (
            <Answers
              approval={approval}
              isArmed={isArmed}
              canHold={canHold}
              button={button}
              onPress={press}
              onReject={onReject}
              instead={offersWindow ? <WindowButton onWindow={onWindow} onOpening={setOpening} /> : undefined}
            />
          )}
        </>
      }
    >
      <ApprovalBody approval={approval} email={facts.account?.email} />
      {state === 'unread' && <MoreBelow />}
    </Shell>
  )
}

/** Why a press does not count, or how one does. */
function Hints({
  state,
  opening,
  isRefused,
  isTooSoon,
  isTouched,
  hasButton,
}: {
  state: GuardState
  opening: Opening | undefined
  isRefused: boolean
  isTooSoon: boolean
  isTouched: boolean
  hasButton: boolean
}) {
  if (isRefused)
    return (
      <p class="lf-note" data-tone="warning" role="status">
        <Icon name="warning" size={16} />
        <span>
          {opening ? windowNotes[opening] : reasons[state === 'armed' || state === 'arming' ? 'covered' : state]}
        </span>
      </p>
    )
  if (isTooSoon)
    return (
      <p class="lf-note" role="status">
        <span>{isTouched ? strings.holdOrTap : strings.onceMore}</span>
      </p>
    )
  return isTouched && hasButton ? <p class="lf-soft lf-small lf-hold">{strings.holdButton}</p> : null
}

function SecondLook({ isUnderstood, onChange }: { isUnderstood: boolean; onChange: (isUnderstood: boolean) => void }) {
  return (
    <label class="lf-check">
      <input
        type="checkbox"
        checked={isUnderstood}
        onChange={(event) => onChange(event.isTrusted && event.currentTarget.checked)}
      />
      <span>{strings.understand}</span>
    </label>
  )
}

/** The buttons; what stands in place of the one that approves leads to where it can be pressed. */
function Answers({
  approval,
  isArmed,
  canHold,
  button,
  onPress,
  onReject,
  instead,
}: {
  approval: Approval
  isArmed: boolean
  canHold: boolean
  button: RefObject<HTMLButtonElement | null>
  onPress: (event: MouseEvent) => void
  onReject: () => void
  instead: ComponentChild
}) {
  return (
    <div class="lf-actions" data-stacked={instead !== undefined || approval.action.length > 16 || undefined}>
      <button type="button" class="lf-button" data-kind="secondary" onClick={onReject}>
        {approval.isRefused ? strings.close : strings.reject}
      </button>
      {instead}
      <button
        type="button"
        class="lf-button lf-approve"
        data-kind={approval.danger.length > 0 ? 'danger' : 'primary'}
        data-state={isArmed ? 'armed' : 'resting'}
        data-hold={canHold || undefined}
        aria-disabled={!isArmed}
        hidden={instead !== undefined || approval.isRefused === true}
        ref={button}
        onClick={(event) => onPress(event)}
      >
        {approval.action}
      </button>
    </div>
  )
}

// What is covered for a moment, while the page still draws, is nothing to speak of.
function useLasting(isOn: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLasts(isOn), isOn ? 600 : 0)
    return () => clearTimeout(timer)
  }, [isOn])
  return lasts
}

/** Shows that there is more to read below, and scrolls there. */
function MoreBelow() {
  return (
    <div class="lf-more">
      <button
        type="button"
        onClick={({ currentTarget }) => {
          const body = currentTarget.closest<HTMLElement>('.lf-body')
          if (body) scrollOn(body)
        }}
      >
        <span>{strings.moreBelow}</span>
        <Icon name="down" size={16} />
      </button>
    </div>
  )
}
