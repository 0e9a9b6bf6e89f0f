/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Screen } from '../types.js'
import { Icon } from './Icon.js'
import { lazyStrings } from './lazyStrings.js'
import { messageOf } from './messageOf.js'
import { Shell, type ShellFacts } from './Shell.js'
import './lazy.css'

/** Brings the wallet to this browser by something that only its owner has; drawn in windows of the wallet alone. */
export function RestoreScreen({
  screen,
  facts,
  onDone,
  onClose,
}: {
  screen: Extract<Screen, { kind: 'restore' }>
  facts: ShellFacts
  onDone: () => void
  onClose: () => void
}) {
  const [busy, setBusy] = useState<'passkey' | 'code'>()
  const [problem, setProblem] = useState<string>()
  const isThere = useRef(true)
  useEffect(
    () => () => {
      isThere.current = false
    },
    [],
  )
  const { isConfirming = false, isFrozen = false } = screen
  const lead = isConfirming ? lazyStrings.confirmText : lazyStrings.restoreText
  const offersPasskey = screen.ways.includes('passkey')
  const offersCode = screen.ways.includes('code')

  async function restore(way: Parameters<typeof screen.restore>[0]): Promise<void> {
    setBusy(way.kind)
    setProblem(undefined)
    try {
      await screen.restore(way)
      if (isThere.current) onDone()
    } catch (error) {
      if (!isThere.current) return
      setBusy(undefined)
      setProblem(messageOf(error))
    }
  }

  return (
    <Shell facts={facts} title={isConfirming ? lazyStrings.confirmTitle : lazyStrings.restoreTitle} onClose={onClose}>
      <div class="lf-stack">
        <p class="lf-lead">{isFrozen ? lazyStrings.restoreFrozen : lead}</p>
        {problem && (
          <p class="lf-note" data-tone="danger" role="alert">
            <Icon name="warning" size={16} />
            <span>{problem}</span>
          </p>
        )}
        {offersPasskey && (
          <button
            type="button"
            class="lf-button"
            data-kind="primary"
            disabled={busy !== undefined}
            onClick={() => void restore({ kind: 'passkey' })}
          >
            <Icon name="key" size={16} />
            <span>{busy === 'passkey' ? lazyStrings.restorePasskeyBusy : lazyStrings.restorePasskey}</span>
          </button>
        )}
        {offersPasskey && offersCode && <p class="lf-or">{lazyStrings.or}</p>}
        {offersCode && (
          <CodeForm
            busy={busy}
            isConfirming={isConfirming}
            isSecond={offersPasskey}
            onCode={(code) => void restore({ kind: 'code', code })}
          />
        )}
      </div>
    </Shell>
  )
}

function CodeForm({
  busy,
  isConfirming,
  isSecond,
  onCode,
}: {
  busy: 'passkey' | 'code' | undefined
  isConfirming: boolean
  /** Another way stands before it. */
  isSecond: boolean
  onCode: (code: string) => void
}) {
  const [code, setCode] = useState('')
  const { confirmBusy, restoreBusy, confirmWithCode, restoreWithCode } = lazyStrings
  return (
    <form
      class="lf-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '' && !busy) onCode(code)
      }}
    >
      <label class="lf-field">
        <span>{lazyStrings.restoreCode}</span>
        <textarea
          rows={2}
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellcheck={false}
          readOnly={busy !== undefined}
          aria-describedby="lf-restore-hint"
          onInput={(event) => setCode(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      </label>
      <p id="lf-restore-hint" class="lf-soft lf-small">
        {lazyStrings.restoreCodeHint}
      </p>
      <button
        type="submit"
        class="lf-button"
        data-kind={isSecond ? 'secondary' : 'primary'}
        disabled={busy !== undefined || code.trim() === ''}
      >
        {busy === 'code'
          ? isConfirming
            ? confirmBusy
            : restoreBusy
          : isConfirming
            ? confirmWithCode
            : restoreWithCode}
      </button>
    </form>
  )
}
