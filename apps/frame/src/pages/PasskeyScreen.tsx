/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../screens/Icon.js'
import { lazyStrings } from '../screens/lazyStrings.js'
import { messageOf } from '../screens/messageOf.js'
import type { PasskeyWish } from '../screens/passkeyWindow.js'
import { Shell, type ShellFacts } from '../screens/Shell.js'
import { passkeyStrings } from './passkeyStrings.js'
import '../screens/lazy.css'

/** Signs in with a passkey, or makes a wallet with a new one; drawn in a window of the wallet alone. */
export function PasskeyScreen({
  facts,
  use,
  onDone,
  onClose,
}: {
  facts: ShellFacts
  use: (wish: PasskeyWish) => Promise<void>
  onDone: () => void
  onClose: () => void
}) {
  const [busy, setBusy] = useState<PasskeyWish>()
  const [problem, setProblem] = useState<string>()
  const isThere = useRef(true)
  useEffect(
    () => () => {
      isThere.current = false
    },
    [],
  )

  async function start(wish: PasskeyWish): Promise<void> {
    setBusy(wish)
    setProblem(undefined)
    try {
      await use(wish)
      if (isThere.current) onDone()
    } catch (error) {
      if (!isThere.current) return
      setBusy(undefined)
      setProblem(messageOf(error))
    }
  }

  return (
    <Shell facts={facts} title={lazyStrings.windowTitle.passkey} onClose={onClose}>
      <div class="lf-stack">
        {problem && (
          <p class="lf-note" data-tone="danger" role="alert">
            <Icon name="warning" size={16} />
            <span>{problem}</span>
          </p>
        )}
        <button
          type="button"
          class="lf-button"
          data-kind="primary"
          disabled={busy !== undefined}
          onClick={() => void start('sign-in')}
        >
          <Icon name="key" size={16} />
          <span>{busy === 'sign-in' ? lazyStrings.restorePasskeyBusy : lazyStrings.restorePasskey}</span>
        </button>
        <p class="lf-or">{lazyStrings.or}</p>
        <p class="lf-lead">{passkeyStrings.newLead}</p>
        <p class="lf-note" data-tone="warning">
          <Icon name="warning" size={16} />
          <span>{passkeyStrings.newWarning}</span>
        </p>
        <button
          type="button"
          class="lf-button"
          data-kind="secondary"
          disabled={busy !== undefined}
          onClick={() => void start('sign-up')}
        >
          <span>{busy === 'sign-up' ? passkeyStrings.newBusy : passkeyStrings.make}</span>
        </button>
      </div>
    </Shell>
  )
}
