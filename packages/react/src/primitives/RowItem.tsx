import { createContext, type ReactNode, useContext } from 'react'

/** Where a row stands in its list. */
export type Place = {
  /** Stands above the row and goes with it. */
  readonly heading: ReactNode
  /** Given where only a window of the list is drawn. */
  readonly at?: {
    /** Counted from 0. */
    readonly index: number
    readonly count: number
    /** From the top of the list, in pixels. */
    readonly start: number
    readonly measure: (row: HTMLElement | null) => void
  }
}

/** What a list tells each of its rows. */
export const RowPlace = createContext<Place>({ heading: undefined })

/** The item of a list that holds one row. */
export function RowItem({ title, children }: { title?: string; children: ReactNode }) {
  const { heading, at } = useContext(RowPlace)
  const place = at && {
    ref: at.measure,
    'data-index': at.index,
    'aria-setsize': at.count,
    'aria-posinset': at.index + 1,
    style: { transform: `translateY(${at.start}px)` },
  }
  return (
    <li className="lk-row-item" title={title} {...place}>
      {heading}
      {children}
    </li>
  )
}
