import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useRef } from 'react'

/** One tab and what it shows. */
export type Tab = { readonly label: string; readonly panel: () => ReactNode }

/** Tabs over one panel. Arrow keys, Home and End move; only the chosen tab is a stop of the Tab key. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string
  tabs: readonly Tab[]
  selected: number
  onSelect: (index: number) => void
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const shown = Math.min(Math.max(selected, 0), tabs.length - 1)
  // The tab answers the press; what it shows is drawn after that.
  const drawn = Math.min(useDeferredValue(shown), tabs.length - 1)

  const onKeyDown = (event: KeyboardEvent) => {
    const isRtl = list.current !== null && getComputedStyle(list.current).direction === 'rtl'
    const next = targetOf(event.key, shown, tabs.length, isRtl)
    if (next === undefined) return
    event.preventDefault()
    onSelect(next)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }

  return (
    <div className="lk-tabs">
      <div className="lk-tablist" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel`}
            aria-selected={index === shown}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => onSelect(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        className="lk-tabpanel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${drawn}`}
        data-tab={drawn}
        key={drawn}
      >
        {tabs[drawn]?.panel()}
      </div>
    </div>
  )
}

function targetOf(key: string, shown: number, count: number, isRtl: boolean): number | undefined {
  const step = isRtl ? -1 : 1
  if (key === 'ArrowRight') return (shown + step + count) % count
  if (key === 'ArrowLeft') return (shown - step + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
