import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLatchkey } from '../context.js'
import type { Route } from '../modal/routes.js'
import { scrolled } from '../modal/scrolled.js'
import { RowPlace } from '../primitives/RowItem.js'
import type { RowsOf } from './rowsOf.js'

/** So many rows beside the window are drawn too: they are there when somebody scrolls or presses Tab. */
const besides = 6
/** How high the window is thought to be until it is measured, in pixels. */
const likelyHeight = 640

/** How high the rows of a list were, for who comes back to its view. */
const measured = new WeakMap<Route, Map<string, VirtualItem[]>>()

/** A list of which only the rows near the window are in the document. The row that has the focus stays, wherever it is. */
export function LongRows({ items, keyOf, draw, headingOf, height, gap = 8, label, labelledBy }: RowsOf<unknown>) {
  const { modal } = useLatchkey()
  const list = useRef<HTMLUListElement>(null)
  const [route] = useState(() => modal.getState().stack.at(-1))
  const [margin, setMargin] = useState(0)
  const [focused, setFocused] = useState<number>()
  /** The row that a key leads to, until it is drawn and has the focus. */
  const wanted = useRef<number>(undefined)
  const name = `${label ?? labelledBy} ${items.length}`

  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: items.length,
    gap,
    overscan: besides,
    scrollMargin: margin,
    useFlushSync: false,
    estimateSize: () => height,
    getItemKey: (index) => keyOf(items[index]),
    getScrollElement: () => list.current?.closest<HTMLElement>('.lk-height') ?? null,
    initialRect: { width: 0, height: likelyHeight },
    initialOffset: () => (route && scrolled.get(route)) ?? 0,
    initialMeasurementsCache: (route && measured.get(route)?.get(name)) ?? [],
    rangeExtractor: useCallback(
      (range: Range) => {
        const drawn = defaultRangeExtractor(range)
        const isOut = focused !== undefined && focused < range.count && !drawn.includes(focused)
        return isOut ? [...drawn, focused].sort((one, other) => one - other) : drawn
      },
      [focused],
    ),
  })

  useLayoutEffect(() => {
    const own = list.current
    const box = own?.closest('.lk-height')
    if (!own || !box) return
    const place = () =>
      setMargin(Math.round(own.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop))
    place()
    // What stands above the list may grow.
    const observer = new ResizeObserver(place)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(
    () => () => {
      if (!route) return
      const lists = measured.get(route) ?? new Map<string, VirtualItem[]>()
      measured.set(route, lists.set(name, [...virtualizer.measurementsCache]))
    },
    [route, name, virtualizer],
  )

  useLayoutEffect(() => {
    if (wanted.current === undefined || wanted.current !== focused) return
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${focused}"] :is(button, a)`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
    virtualizer.scrollToIndex(focused)
  }, [focused, virtualizer])

  const onFocus = ({ target }: FocusEvent) => setFocused(indexOf(target))
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (wanted.current === undefined && !list.current?.contains(relatedTarget)) setFocused(undefined)
  }
  // The browser's own keys scroll past rows that are not there yet, and leave the focus behind.
  const onKeyDown = (event: KeyboardEvent) => {
    const at = indexOf(event.target as Element)
    if (at === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const page = Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? likelyHeight) / (height + gap)) - 1)
    const last = items.length - 1
    const steps: { readonly [key: string]: number } = {
      Home: 0,
      End: last,
      PageUp: Math.max(0, at - page),
      PageDown: Math.min(last, at + page),
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    if (next === at) return
    wanted.current = next
    setFocused(next)
  }

  return (
    <ul
      ref={list}
      className="lk-rows lk-rows-long"
      aria-label={label}
      aria-labelledby={labelledBy}
      style={{ blockSize: virtualizer.getTotalSize() }}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <PlacedRow
          key={String(key)}
          item={items[index]}
          index={index}
          count={items.length}
          start={start - margin}
          measure={virtualizer.measureElement}
          draw={draw}
          headingOf={headingOf}
        />
      ))}
    </ul>
  )
}

/** Drawn anew only where it moves or changes, however much is scrolled. */
const PlacedRow = memo(
  ({
    item,
    index,
    count,
    start,
    measure,
    draw,
    headingOf,
  }: {
    item: unknown
    index: number
    count: number
    start: number
    measure: (row: HTMLElement | null) => void
    draw: (item: unknown) => ReactNode
    headingOf: ((index: number) => ReactNode) | undefined
  }) => {
    const place = useMemo(
      () => ({ at: { index, count, start, measure }, heading: headingOf?.(index) }),
      [index, count, start, measure, headingOf],
    )
    return <RowPlace.Provider value={place}>{draw(item)}</RowPlace.Provider>
  },
)

function indexOf(target: Element): number | undefined {
  const row = target.closest<HTMLElement>('[data-index]')
  return row?.dataset.index === undefined ? undefined : Number(row.dataset.index)
}
