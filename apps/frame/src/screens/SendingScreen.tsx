/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import type { Screen } from '../types.js'
import { Icon } from './Icon.js'
import { lazyStrings } from './lazyStrings.js'
import { Shell, type ShellFacts } from './Shell.js'
import { strings } from './strings.js'
import './lazy.css'

/** Shows how far a bundle of calls is, and stops the rest of it. */
export function SendingScreen({
  screen,
  facts,
  onDone,
}: {
  screen: Extract<Screen, { kind: 'sending' }>
  facts: ShellFacts
  onDone: () => void
}) {
  const { count } = screen
  const [{ sent, isOver, isStopped }, setState] = useState(screen.read)
  useEffect(() => {
    const read = () => setState(screen.read())
    read()
    return screen.watch(read)
  }, [screen])
  const isDone = isOver && sent === count
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is called once, whichever function it is by then
  useEffect(() => {
    if (isDone) onDone()
  }, [isDone])

  function stop(): void {
    screen.stop?.()
    setState(screen.read())
  }

  return (
    <Shell
      facts={facts}
      title={lazyStrings.sendingTitle}
      onClose={onDone}
      footer={
        <div class="lf-actions">
          {isOver ? (
            <button type="button" class="lf-button" data-kind="secondary" onClick={onDone}>
              {strings.close}
            </button>
          ) : (
            <button
              type="button"
              class="lf-button"
              data-kind="danger"
              disabled={isStopped || !screen.stop}
              onClick={stop}
            >
              {isStopped ? lazyStrings.sendingStopping : lazyStrings.sendingStop}
            </button>
          )}
        </div>
      }
    >
      <div class="lf-stack">
        <p class="lf-lead" role="status">
          {lazyStrings.sendingSent(sent, count)}
        </p>
        <progress class="lf-progress" value={sent} max={count} aria-label={lazyStrings.sendingTitle} />
        {isOver ? (
          <p class="lf-note" data-tone="warning" role="status">
            <Icon name="warning" size={16} />
            <span>{lazyStrings.sendingOver(count - sent)}</span>
          </p>
        ) : (
          <p class="lf-soft lf-small">{lazyStrings.sendingText}</p>
        )}
      </div>
    </Shell>
  )
}
