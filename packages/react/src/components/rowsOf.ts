import type { ReactNode } from 'react'

/** A list of rows, and how to draw one. */
export type RowsOf<item> = {
  readonly items: readonly item[]
  readonly keyOf: (item: item) => string
  /** Draws a row, which is a `RowItem`; the same function as long as it draws the same. */
  readonly draw: (item: item) => ReactNode
  /** Stands above a row and goes with it; the same function as long as it says the same. */
  readonly headingOf?: (index: number) => ReactNode
  /** How high a row is likely to be, in pixels; of a grid, what it has beneath its squares. */
  readonly height: number
  /** Between two rows, in pixels. */
  readonly gap?: number
  /** How wide a column of a grid is at least, in pixels. Its cells are as high as they are wide, and `height` more. */
  readonly columns?: number
  readonly label?: string
  /** The id of what names the list, in place of `label`. */
  readonly labelledBy?: string
}
