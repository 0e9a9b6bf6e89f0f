/** Rows in the shape of what is coming. */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div className="lk-skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={String(index)} className="lk-skeleton-row">
          <span className="lk-skeleton-picture" />
          <span className="lk-skeleton-lines">
            <span />
            <span />
          </span>
        </div>
      ))}
    </div>
  )
}
