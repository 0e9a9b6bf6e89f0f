/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Screen } from '../types.js'
import { CodeBoxes } from './CodeBoxes.js'
import { codeStrings } from './codeStrings.js'
import { messageOf } from './messageOf.js'
import { readOrigin } from './readOrigin.js'
import { Shell, type ShellFacts } from './Shell.js'
import './code.css'

/** Asks for the code of an e-mail; it is checked as soon as its sixth digit is there. */
export function CodeScreen({
  screen,
  facts,
  onDone,
  onClose,
  onOther,
}: {
  screen: Extract<Screen, { kind: 'code' }>
  facts: ShellFacts
  onDone: () => void
  onClose: () => void
  /** Begins anew with another address; absent where there is no choice of one. */
  onOther?: (() => void) | undefined
}) {
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [note, setNote] = useState<{ text: string; isWrong: boolean }>()
  const [nextAt, setNextAt] = useState(screen.nextAt)
  const isThere = useRef(true)
  const seconds = useCountdown(nextAt)
  useEffect(
    () => () => {
      isThere.current = false
    },
    [],
  )

  async function submit(whole: string): Promise<void> {
    setBusy(true)
    setNote({ text: codeStrings.codeChecking, isWrong: false })
    try {
      await screen.submit(whole)
      if (isThere.current) onDone()
    } catch (error) {
      if (!isThere.current) return
      setBusy(false)
      setCode('')
      setNote({ text: messageOf(error), isWrong: true })
    }
  }

  function change(next: string): void {
    if (isBusy) return
    setCode(next)
    setNote(undefined)
    if (next.length === 6) void submit(next)
  }

  async function resend(): Promise<void> {
    setNextAt(Date.now() + 30_000)
    try {
      const wait = await screen.resend()
      if (!isThere.current) return
      setNextAt(Date.now() + wait)
      setCode('')
      setNote({ text: codeStrings.resent, isWrong: false })
    } catch (error) {
      if (!isThere.current) return
      setNextAt(0)
      setNote({ text: messageOf(error), isWrong: true })
    }
  }

  return (
    <Shell facts={facts} title={codeStrings.codeTitle[screen.purpose]} onClose={onClose} focusTitle={false}>
      <div class="lf-code-screen">
        <p class="lf-lead">
          {codeStrings.codeSentTo} <strong class="lf-break lf-own-line">{screen.email}</strong>{' '}
          {codeStrings.codeFor[screen.purpose]}{' '}
          <strong class="lf-break" dir="ltr">
            {readOrigin(facts.origin).text}
          </strong>
          .
        </p>
        <CodeBoxes value={code} isBusy={isBusy} isWrong={note?.isWrong ?? false} onChange={change} />
        <p id="lf-code-note" class="lf-code-note" data-tone={note?.isWrong ? 'danger' : undefined} role="status">
          {note?.text}
        </p>
        <div class="lf-code-ways">
          <button type="button" class="lf-text-button" disabled={seconds > 0 || isBusy} onClick={() => void resend()}>
            {seconds > 0 ? codeStrings.resendIn(seconds) : codeStrings.resend}
          </button>
          {onOther && (
            <button type="button" class="lf-text-button" disabled={isBusy} onClick={onOther}>
              {codeStrings.otherEmail}
            </button>
          )}
        </div>
        <p class="lf-soft lf-small">{codeStrings.codeOnlyHere}</p>
      </div>
    </Shell>
  )
}

/**
 * Counts the whole seconds until a time.
 *
 * @param until - The time, in milliseconds since 1970.
 * @returns The seconds left; 0 when it has come.
 */
function useCountdown(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [, draw] = useState(0)
  const seconds = left()
  const isRunning = seconds > 0
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => draw((count) => count + 1), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  return seconds
}
