/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import type { BusyAbout } from '../types.js'
import { Icon } from './Icon.js'
import { Shell, type ShellFacts } from './Shell.js'
import { strings } from './strings.js'

const longAfter = 3_000

/** Stands where a screen is about to come: between the question of a page and what there is to read. */
export function BusyScreen({
  facts,
  about,
  onClose,
}: {
  facts: ShellFacts
  about?: BusyAbout | undefined
  onClose: () => void
}) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longAfter)
    return () => clearTimeout(timer)
  }, [])
  if (about === 'signIn') {
    return (
      // Without the account, which is known part of the way: its line would move what is below.
      <Shell facts={{ ...facts, account: undefined }} title={strings.signingIn} onClose={onClose}>
        <div class="lf-stack lf-middle">
          <span class="lf-ring">
            <Icon name="mail" size={28} />
          </span>
          <p class="lf-soft lf-small" role="status">
            {isLong ? strings.signingInLong : strings.signingInText}
          </p>
        </div>
      </Shell>
    )
  }
  if (about === 'otherTab') {
    return (
      <Shell facts={facts} title={strings.otherTab} onClose={onClose}>
        <p class="lf-soft" role="status">
          {strings.otherTabText}
        </p>
      </Shell>
    )
  }
  return (
    <Shell facts={facts} title={strings.busyTitle} onClose={onClose}>
      <div class="lf-stack">
        <div class="lf-stack" aria-hidden="true">
          <div class="lf-bone" data-size="text" />
          <div class="lf-bone" />
        </div>
        <p class="lf-soft lf-small" role="status">
          {isLong ? strings.busyLong : strings.busyText}
        </p>
      </div>
    </Shell>
  )
}
