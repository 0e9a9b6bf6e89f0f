/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import { Shell, type ShellFacts } from './Shell.js'
import { strings } from './strings.js'

const longAfter = 3_000

/** Stands where a screen is about to come: between the question of a page and what there is to read. */
export function BusyScreen({ facts, onClose }: { facts: ShellFacts; onClose: () => void }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longAfter)
    return () => clearTimeout(timer)
  }, [])
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
