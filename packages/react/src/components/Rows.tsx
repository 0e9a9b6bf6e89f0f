import { lazyComponent } from '../modal/lazyComponent.js'
import { RowPlace } from '../primitives/RowItem.js'
import type { RowsOf } from './rowsOf.js'

/** From so many rows on, only those near the window are in the document. */
export const longFrom = 40

const VirtualList = lazyComponent<RowsOf<unknown>>(
  () => import('./VirtualList.js').then((code) => code.VirtualList),
  FirstRows,
)

/** A list of rows: all of them while they are few, a window of them where they are many. */
export function Rows<item>(rows: RowsOf<item>) {
  // Where an app's tests draw it without a layout, as jsdom does, there is no window.
  if (rows.items.length <= longFrom || typeof ResizeObserver === 'undefined') return <AllRows {...rows} />
  return <VirtualList {...(rows as unknown as RowsOf<unknown>)} />
}

function AllRows<item>({ items, keyOf, draw, headingOf, columns, label, labelledBy }: RowsOf<item>) {
  return (
    <ul className={columns ? 'lk-items' : 'lk-rows'} aria-label={label} aria-labelledby={labelledBy}>
      {items.map((item, index) => (
        <RowPlace.Provider key={keyOf(item)} value={{ heading: headingOf?.(index) }}>
          {draw(item)}
        </RowPlace.Provider>
      ))}
    </ul>
  )
}

/** Fills the card until the code for the rest is there. */
function FirstRows(rows: RowsOf<unknown>) {
  return <AllRows {...rows} items={rows.items.slice(0, 13)} />
}
