/** @jsxImportSource preact */
import type { Screen } from '../types.js'
import { Icon } from './Icon.js'
import { lazyStrings } from './lazyStrings.js'
import { Shell, type ShellFacts } from './Shell.js'
import { strings } from './strings.js'

/** Shows that the wallet is frozen, and what ends it. */
export function FrozenScreen({
  screen: { forMs },
  facts,
  onDone,
}: {
  screen: Extract<Screen, { kind: 'frozen' }>
  facts: ShellFacts
  onDone: () => void
}) {
  return (
    <Shell
      facts={facts}
      title={lazyStrings.frozenTitle}
      onClose={onDone}
      footer={
        <div class="lf-actions" data-stacked={forMs === null}>
          <button type="button" class="lf-button" data-kind="secondary" onClick={onDone}>
            {strings.close}
          </button>
          {forMs === null && (
            <a class="lf-button" data-kind="primary" href="/recover" target="_blank" rel="noopener" onClick={onDone}>
              <Icon name="out" size={16} />
              <span>{lazyStrings.frozenEnd}</span>
            </a>
          )}
        </div>
      }
    >
      <div class="lf-stack">
        <p class="lf-lead">{lazyStrings.frozenText}</p>
        <p class="lf-note" data-tone="warning" role="status">
          <Icon name="warning" size={16} />
          <span>{forMs === null ? lazyStrings.frozenOwner : lazyStrings.frozenWait(Math.ceil(forMs / 3_600_000))}</span>
        </p>
      </div>
    </Shell>
  )
}
