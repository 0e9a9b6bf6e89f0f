/** @jsxImportSource preact */
import type { Ref } from 'preact'
import { numberCount } from './drawNumber.js'
import { strings } from './strings.js'

const numbers = Array.from({ length: numberCount }, (_, at) => at + 1)

/** Asks for one of several numbers, which only a user who sees the screen can know. */
export function NumberKeys({
  asked,
  isDanger,
  isArmed,
  isHeld,
  canHold,
  keys,
  onPress,
  onReject,
}: {
  asked: number
  isDanger: boolean
  isArmed: boolean
  /** A finger holds the number in place of pressing it twice. */
  isHeld: boolean
  /** A hold that begins now can count. */
  canHold: boolean
  keys: Ref<HTMLFieldSetElement>
  onPress: (event: MouseEvent, isRight: boolean) => void
  onReject: () => void
}) {
  return (
    <div class="lf-number-asked" data-kind={isDanger ? 'danger' : 'primary'}>
      <p id="lf-press">
        {isHeld ? strings.holdNumber : strings.press} <strong>{asked}</strong> {strings.toApprove}
      </p>
      <button type="button" class="lf-button" data-kind="secondary" onClick={onReject}>
        {strings.reject}
      </button>
      <fieldset class="lf-keys" aria-labelledby="lf-press" ref={keys}>
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            class={number === asked ? 'lf-key lf-approve' : 'lf-key'}
            data-state={isArmed ? 'armed' : 'resting'}
            data-hold={canHold || undefined}
            aria-disabled={!isArmed}
            onClick={(event) => onPress(event, number === asked)}
          >
            {number}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
