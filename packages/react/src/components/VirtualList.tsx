import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLatchkey } from '../context.js'
import type { Route } from '../modal/routes.js'
import { scrollPositions } from '../modal/scrollPositions.js'
import { RowPlace } from '../primitives/RowItem.js'
import type { RowsOf } from './rowsOf.js'

/** So many rows beside the window are drawn too: they are there when somebody scrolls or presses Tab. */
const besides = 4
/** How high the window is thought to be until it is measured, in pixels, and how wide the list. */
const likely = { height: 640, width: 340 }

/** How high the rows of a list were, and how wide the list, for who comes back to its view. */
const measured = new WeakMap<Route, Map<string, { readonly rows: VirtualItem[]; readonly width: number }>>()

/** A list of which only the rows near the window are in the document. The row that has the focus stays, wherever it is. */
export function VirtualList(rows: RowsOf<unknown>) {
  const { items, keyOf, draw, headingOf, height, gap = 8, columns, label, labelledBy } = rows
  const { modal } = useLatchkey()
  const list = useRef<HTMLUListElement>(null)
  const [route] = useState(() => modal.getState().stack.at(-1))
  const [focused, setFocused] = useState<number>()
  /** The row that a key leads to, until it is drawn and has the focus. */
  const wanted = useRef<number>(undefined)
  const name = `${label ?? labelledBy} ${items.length}`
  const before = route && measured.get(route)?.get(name)
  const { margin, width } = usePlaceOf(list, before?.width ?? likely.width)
  const perRow = columns ? Math.max(1, Math.floor((width + gap) / (columns + gap))) : 1
  const size = columns && (width + gap) / perRow - gap
  const rowHeight = height + (size ?? 0)

  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: Math.ceil(items.length / perRow),
    gap,
    overscan: Math.ceil(besides / perRow),
    scrollMargin: margin,
    useFlushSync: false,
    estimateSize: () => rowHeight,
    // What was measured at another width is not so high now.
    getItemKey: useCallback(
      (row: number) => `${size ?? ''} ${keyOf(items[row * perRow])}`,
      [items, keyOf, perRow, size],
    ),
    getScrollElement: () => list.current?.closest<HTMLElement>('.lk-height') ?? null,
    initialRect: { width: 0, height: likely.height },
    initialOffset: () => (route && scrollPositions.get(route)) ?? 0,
    initialMeasurementsCache: before?.rows ?? [],
    rangeExtractor: useCallback(
      (range: Range) => {
        const drawn = defaultRangeExtractor(range)
        const row = focused === undefined ? range.count : Math.floor(focused / perRow)
        const isOut = row < range.count && !drawn.includes(row)
        return isOut ? [...drawn, row].sort((one, other) => one - other) : drawn
      },
      [focused, perRow],
    ),
  })

  useLayoutEffect(
    () => () => {
      if (!route) return
      const lists = measured.get(route) ?? new Map()
      measured.set(route, lists.set(name, { rows: [...virtualizer.measurementsCache], width }))
    },
    [route, name, width, virtualizer],
  )

  useLayoutEffect(() => {
    if (wanted.current === undefined || wanted.current !== focused) return
    const row = list.current?.querySelector<HTMLElement>(`[aria-posinset="${focused + 1}"] :is(button, a)`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
    virtualizer.scrollToIndex(Math.floor(focused / perRow))
  }, [focused, perRow, virtualizer])

  const onFocus = ({ target }: FocusEvent) => setFocused(indexOf(target))
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (wanted.current === undefined && !list.current?.contains(relatedTarget)) setFocused(undefined)
  }
  // The browser's own keys scroll past rows that are not there yet, and leave the focus behind.
  const onKeyDown = (event: KeyboardEvent) => {
    const at = indexOf(event.target as Element)
    if (at === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const seen = Math.floor((virtualizer.scrollRect?.height ?? likely.height) / (rowHeight + gap))
    const page = perRow * Math.max(1, seen - 1)
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
      {virtualizer
        .getVirtualItems()
        .flatMap(({ index: row, start }) =>
          items
            .slice(row * perRow, (row + 1) * perRow)
            .map((item, column) => (
              <PlacedRow
                key={keyOf(item)}
                item={item}
                index={row * perRow + column}
                row={row}
                count={items.length}
                start={start - margin}
                inset={size && column * (size + gap)}
                size={size}
                measure={column ? undefined : virtualizer.measureElement}
                draw={draw}
                headingOf={headingOf}
              />
            )),
        )}
    </ul>
  )
}

/** How far below the top of the view a list begins, and how wide it is. */
function usePlaceOf(list: RefObject<HTMLElement | null>, likelyWidth: number): { margin: number; width: number } {
  const [margin, setMargin] = useState(0)
  const [width, setWidth] = useState(likelyWidth)
  useLayoutEffect(() => {
    const own = list.current
    const box = own?.closest('.lk-height')
    if (!own || !box) return
    const place = () => {
      setMargin(Math.round(own.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop))
      // It has no width until it is shown.
      setWidth((last) => own.clientWidth || last)
    }
    place()
    // What stands above the list may grow.
    const observer = new ResizeObserver(place)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    return () => observer.disconnect()
  }, [list])
  return { margin, width }
}

/** Drawn anew only where it moves or changes, however much is scrolled. */
const PlacedRow = memo(
  ({
    item,
    index,
    row,
    count,
    start,
    inset,
    size,
    measure,
    draw,
    headingOf,
  }: {
    item: unknown
    index: number
    row: number
    count: number
    start: number
    /** Where its column begins, and how wide that is, in a grid. */
    inset: number | undefined
    size: number | undefined
    measure: ((item: HTMLElement | null) => void) | undefined
    draw: (item: unknown) => ReactNode
    headingOf: ((index: number) => ReactNode) | undefined
  }) => {
    const place = useMemo(() => {
      const style = { transform: `translateY(${start}px)`, insetInlineStart: inset, inlineSize: size }
      return { at: { index, row, count, style, measure }, heading: headingOf?.(index) }
    }, [index, row, count, start, inset, size, measure, headingOf])
    return <RowPlace.Provider value={place}>{draw(item)}</RowPlace.Provider>
  },
)

function indexOf(target: Element): number | undefined {
  const at = target.closest('[aria-posinset]')?.getAttribute('aria-posinset')
  return at ? Number(at) - 1 : undefined
}
