/** @jsxImportSource preact */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Screen, SecurityFacts } from '../types.js'
import { Icon } from './Icon.js'
import { lazyStrings } from './lazyStrings.js'
import { messageOf } from './messageOf.js'
import { SecurityLists } from './SecurityLists.js'
import { Shell, type ShellFacts } from './Shell.js'
import { strings } from './strings.js'
import './lazy.css'

/** The security screen: who can unlock and restore the wallet; changes happen in the wallet's own window. */
export function SecurityScreen({
  screen,
  facts,
  onDone,
}: {
  screen: Extract<Screen, { kind: 'security' }>
  facts: ShellFacts
  onDone: () => void
  onClose: () => void
}) {
  const [known, setKnown] = useState<SecurityFacts>()
  const [problem, setProblem] = useState<string>()
  const [isBlocked, setBlocked] = useState(false)
  const isThere = useRef(true)
  const load = useCallback(async () => {
    setProblem(undefined)
    try {
      const read = await screen.read()
      if (isThere.current) setKnown(read)
    } catch (error) {
      if (isThere.current) setProblem(messageOf(error))
    }
  }, [screen])
  useEffect(() => {
    void load()
    return () => {
      isThere.current = false
    }
  }, [load])

  const openWindow = (page: 'security' | 'export') => setBlocked(!screen.openWindow(page))

  return (
    <Shell
      facts={facts}
      title={lazyStrings.securityTitle}
      onClose={onDone}
      footer={
        <div class="lf-stack lf-tight">
          {isBlocked && (
            <p class="lf-note" data-tone="warning" role="alert">
              <Icon name="warning" size={16} />
              <span>{strings.windowBlocked}</span>
            </p>
          )}
          <OpenButton label={lazyStrings.manage} onOpen={() => openWindow('security')} />
          <OpenButton label={lazyStrings.export} onOpen={() => openWindow('export')} />
        </div>
      }
    >
      <div class="lf-stack">
        <p class="lf-hidden" role="status">
          {known ? '' : lazyStrings.securityLoading}
        </p>
        {problem && (
          <div class="lf-note" data-tone="danger" role="alert">
            <Icon name="warning" size={16} />
            <span>
              {known ? problem : `${lazyStrings.securityFailed} ${problem}`}{' '}
              <button type="button" class="lf-link" onClick={() => void load()}>
                {lazyStrings.tryAgain}
              </button>
            </span>
          </div>
        )}
        {known ? (
          <SecurityLists facts={known} onManage={() => openWindow('security')} />
        ) : problem ? null : (
          <Skeleton />
        )}
      </div>
    </Shell>
  )
}

function OpenButton({ label, onOpen }: { label: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      class="lf-button"
      data-kind="secondary"
      aria-label={`${label}, ${lazyStrings.opensWindow}`}
      onClick={(event) => event.isTrusted && onOpen()}
    >
      <span>{label}</span>
      <Icon name="out" size={16} />
    </button>
  )
}

function Skeleton() {
  return (
    <div class="lf-stack" aria-hidden="true">
      <div class="lf-bone" data-size="text" />
      <div class="lf-bone" />
      <div class="lf-bone" />
    </div>
  )
}
