import { type CSSProperties, createContext, type ReactNode, useContext } from 'react'

/** Where a row stands in its list. */
export type Place = {
  /** Stands above the row and goes with it. */
  readonly heading: ReactNode
  /** Given where only a window of the list is drawn. */
  readonly at?: {
    /** Counted from 0. */
    readonly index: number
    readonly count: number
    /** Counted from 0; in a grid, several items stand in one row. */
    readonly row: number
    readonly style: CSSProperties
    /** Given to the first item of each row. */
    readonly measure: ((item: HTMLElement | null) => void) | undefined
  }
}

/** What a list tells each of its rows. */
export const RowPlace = /* @__PURE__ */ createContext<Place>({ heading: undefined })

/** The item of a list that holds one row. */
export function RowItem({ title, children }: { title?: string; children: ReactNode }) {
  const { heading, at } = useContext(RowPlace)
  const place = at && {
    ref: at.measure,
    'data-index': at.row,
    'aria-setsize': at.count,
    'aria-posinset': at.index + 1,
    style: at.style,
  }
  return (
    <li className="lk-row-item" title={title} {...place}>
      {heading}
      {children}
    </li>
  )
}
