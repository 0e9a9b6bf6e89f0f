/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { strings } from './strings.js'

/** One group of words or of a key's characters, seen only while it is held: by finger, mouse, or the space bar. */
export function Reveal({
  group,
  size,
  count,
  isKey = false,
  read,
}: {
  group: number
  size: number
  /** How many words there are in all. */
  count: number
  /** Shows a key, whose parts are four characters each and have no number. */
  isKey?: boolean
  read: (group: number) => Promise<string[]>
}) {
  const [words, setWords] = useState<readonly string[]>()
  const isHeld = useRef(false)
  const [from, to] = [group * size + 1, Math.min((group + 1) * size, count)]
  const label = isKey ? strings.keyHold(group + 1, Math.ceil(count / size)) : strings.wordsHold(from, to)

  async function show(): Promise<void> {
    if (isHeld.current) return
    isHeld.current = true
    const given = await read(group)
    if (isHeld.current) setWords(given)
  }
  function hide(): void {
    isHeld.current = false
    setWords(undefined)
  }
  useEffect(() => {
    window.addEventListener('blur', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('blur', hide)
      document.removeEventListener('visibilitychange', hide)
    }
  })
  return (
    <li class="lp-words">
      <button
        type="button"
        class="lp-hold"
        aria-label={words ? undefined : label}
        aria-live="polite"
        onPointerDown={(event) => {
          if (event.isTrusted && event.button === 0) void show()
        }}
        onPointerUp={hide}
        onPointerLeave={hide}
        onPointerCancel={hide}
        onBlur={hide}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.isTrusted && (event.key === ' ' || event.key === 'Enter')) {
            event.preventDefault()
            void show()
          }
        }}
        onKeyUp={hide}
      >
        {words ? (
          words.map((word, at) => (
            <span key={from + at} class={isKey ? 'lp-word lp-mono' : 'lp-word'}>
              {!isKey && <span class="lf-soft">{from + at} </span>}
              {word}
            </span>
          ))
        ) : (
          <span class="lf-soft">{label}</span>
        )}
      </button>
    </li>
  )
}
