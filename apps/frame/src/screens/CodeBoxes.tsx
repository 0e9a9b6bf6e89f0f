/** @jsxImportSource preact */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { codeStrings } from './codeStrings.js'
import { foldCode } from './foldCode.js'
import { takeFocus } from './takeFocus.js'

const places = [0, 1, 2, 3, 4, 5] as const

/** Six boxes for one code: typed, pasted or filled in by the browser. */
export function CodeBoxes({
  value,
  isBusy,
  isWrong,
  onChange,
}: {
  value: string
  isBusy: boolean
  isWrong: boolean
  onChange: (code: string) => void
}) {
  const boxes = useRef<HTMLFieldSetElement>(null)
  const focus = (at: number) => boxes.current?.querySelectorAll('input')[Math.min(at, 5)]?.focus()
  // The first box takes the focus at the start and again when a wrong code was cleared.
  useLayoutEffect(() => {
    const first = boxes.current?.querySelector('input')
    return !isBusy && value === '' && first ? takeFocus(first) : undefined
  }, [isBusy, value])

  function write(at: number, text: string): void {
    const digits = foldCode(text)
    if (digits === '') return
    // A whole code takes all boxes, wherever it is put.
    const next =
      digits.length === 6 ? digits : (value.slice(0, at) + digits + value.slice(at + digits.length)).slice(0, 6)
    onChange(next)
    focus(Math.min(at, value.length) + digits.length)
  }

  function onKeyDown(at: number, event: KeyboardEvent): void {
    const moves: { [key: string]: number } = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: value.length }
    const to = moves[event.key]
    if (to !== undefined) {
      event.preventDefault()
      focus(Math.max(0, Math.min(to, value.length)))
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      event.preventDefault()
      const gone = event.key === 'Delete' || at < value.length ? at : at - 1
      if (gone < 0) return
      onChange(value.slice(0, gone) + value.slice(gone + 1))
      focus(event.key === 'Backspace' && gone === at ? Math.max(at - 1, 0) : gone)
    }
  }

  return (
    <fieldset
      class="lf-boxes"
      aria-label={codeStrings.codeLabel}
      aria-busy={isBusy}
      data-wrong={isWrong || undefined}
      dir="ltr"
      ref={boxes}
    >
      {places.map((at) => (
        <input
          key={at}
          type="text"
          inputMode="numeric"
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          aria-label={codeStrings.codeDigit(at + 1)}
          aria-invalid={isWrong || undefined}
          aria-describedby="lf-code-note"
          value={value[at] ?? ''}
          readOnly={isBusy}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => onKeyDown(at, event)}
          onPaste={(event) => {
            event.preventDefault()
            write(at, event.clipboardData?.getData('text') ?? '')
          }}
          onInput={(event) => {
            const typed = event.currentTarget.value
            // The boxes show the state, also after a typed letter.
            event.currentTarget.value = value[at] ?? ''
            write(Math.min(at, value.length), typed)
          }}
        />
      ))}
    </fieldset>
  )
}
