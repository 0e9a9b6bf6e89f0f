import { Skeleton } from './Skeleton.js'

/** Rows in the shape of what is coming, within a list. */
export function SkeletonItems({ rows }: { rows: number }) {
  return (
    <li>
      <Skeleton rows={rows} />
    </li>
  )
}
