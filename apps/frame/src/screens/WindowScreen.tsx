/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Screen } from '../types.js'
import { Icon } from './Icon.js'
import { lazyStrings } from './lazyStrings.js'
import { messageOf } from './messageOf.js'
import { Shell, type ShellFacts } from './Shell.js'
import { strings } from './strings.js'
import './lazy.css'

const notes = { open: strings.inWindow, blocked: strings.windowBlocked, closed: lazyStrings.elsewhereClosed } as const

/** Leads to a window of the wallet for what no page may be around, and asks for nothing that could be typed here. */
export function WindowScreen({
  screen,
  facts,
  onDone,
  onClose,
}: {
  screen: Extract<Screen, { kind: 'window' }>
  facts: ShellFacts
  onDone: () => void
  onClose: () => void
}) {
  const [opening, setOpening] = useState<keyof typeof notes>()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isThere = useRef(true)
  useEffect(
    () => () => {
      isThere.current = false
    },
    [],
  )
  const { about, open, passkey } = screen

  async function usePasskey(ask: () => Promise<void>): Promise<void> {
    setAsking(true)
    setProblem(undefined)
    try {
      await ask()
      if (isThere.current) onDone()
    } catch (error) {
      if (!isThere.current) return
      setAsking(false)
      setProblem(messageOf(error))
    }
  }

  function openWindow(open: NonNullable<typeof screen.open>): void {
    const isOpen = open({ onDone, onClosed: () => isThere.current && setOpening('closed') })
    setOpening(isOpen ? 'open' : 'blocked')
  }

  return (
    <Shell
      facts={facts}
      title={about === 'restore' ? lazyStrings.restoreTitle : lazyStrings.windowTitle[about]}
      onClose={onClose}
      footer={
        <button type="button" class="lf-button" data-kind="secondary" onClick={onClose}>
          {about === 'backup' ? lazyStrings.later : strings.cancel}
        </button>
      }
    >
      <div class="lf-stack">
        {about !== 'email' && (
          <p class="lf-lead">{about === 'restore' ? lazyStrings.restoreText : lazyStrings.windowLead[about]}</p>
        )}
        {problem && (
          <p class="lf-note" data-tone="danger" role="alert">
            <Icon name="warning" size={16} />
            <span>{problem}</span>
          </p>
        )}
        {passkey && (
          <button
            type="button"
            class="lf-button"
            data-kind="primary"
            disabled={isAsking}
            onClick={(event) => event.isTrusted && void usePasskey(passkey)}
          >
            <Icon name="key" size={16} />
            <span>{isAsking ? lazyStrings.restorePasskeyBusy : lazyStrings.restorePasskey}</span>
          </button>
        )}
        {passkey && open && <p class="lf-or">{lazyStrings.or}</p>}
        {open && (
          <Elsewhere
            about={about}
            opening={opening}
            isSecond={passkey !== undefined}
            isOff={isAsking}
            onOpen={() => openWindow(open)}
          />
        )}
      </div>
    </Shell>
  )
}

/** Shows where it goes on, and opens that window. */
function Elsewhere({
  about,
  opening,
  isSecond,
  isOff,
  onOpen,
}: {
  about: Extract<Screen, { kind: 'window' }>['about']
  opening: keyof typeof notes | undefined
  /** Another way stands before it. */
  isSecond: boolean
  isOff: boolean
  onOpen: () => void
}) {
  const first =
    about === 'restore' ? lazyStrings.withCode : about === 'backup' ? lazyStrings.makeCode : strings.continueInWindow
  return (
    <>
      <p class={isSecond ? 'lf-soft' : undefined}>
        {lazyStrings.typeElsewhere[about]} {lazyStrings.windowAddress}{' '}
        <strong class="lf-break lf-own-line" dir="ltr">
          {location.origin}
        </strong>
      </p>
      <p class={opening ? 'lf-note' : 'lf-hidden'} data-tone={opening === 'open' ? undefined : 'warning'} role="status">
        {opening && opening !== 'open' && <Icon name="warning" size={16} />}
        <span>{opening && notes[opening]}</span>
      </p>
      <button
        type="button"
        class="lf-button"
        data-kind={isSecond || opening === 'open' ? 'secondary' : 'primary'}
        disabled={isOff}
        onClick={(event) => event.isTrusted && onOpen()}
      >
        <Icon name="out" size={16} />
        <span>{opening ? lazyStrings.continueElsewhere[opening] : first}</span>
      </button>
    </>
  )
}
