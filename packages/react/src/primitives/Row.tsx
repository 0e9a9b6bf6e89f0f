import { type ReactNode, useId } from 'react'
import { RowItem } from './RowItem.js'

/** One line of a list that does something: a picture, a title, what stands below it, and what stands at the end. */
export function Row({
  picture,
  title,
  badge,
  note,
  detail,
  end,
  onClick,
  onHoverOrFocus,
  onPress,
  current,
  disabled,
  testId,
}: {
  picture: ReactNode
  title: ReactNode
  /** Stands behind the title and is never cut. */
  badge?: ReactNode
  /** A word or a number at the end, which is told after the name and is no part of it. */
  note?: string | undefined
  detail?: ReactNode
  end?: ReactNode
  onClick: () => void
  /** A pointer came over it, or the focus: what the click needs may be made ready. */
  onHoverOrFocus?: (() => void) | undefined
  /** A finger or a button went down on it. */
  onPress?: (() => void) | undefined
  current?: boolean
  disabled?: boolean
  testId?: string
}) {
  const noteId = useId()
  return (
    <RowItem>
      <button
        type="button"
        className="lk-row"
        data-testid={testId}
        onClick={onClick}
        onPointerEnter={onHoverOrFocus}
        onFocus={onHoverOrFocus}
        onPointerDown={onPress}
        aria-describedby={note === undefined ? undefined : noteId}
        aria-current={current || undefined}
        disabled={disabled}
      >
        {picture}
        <span className="lk-row-text">
          <span className="lk-row-title">
            <span className="lk-row-name" dir="auto">
              {title}
            </span>
            {badge}
          </span>
          {detail !== undefined && <span className="lk-row-detail">{detail}</span>}
        </span>
        {note !== undefined && (
          <span id={noteId} className="lk-badge" aria-hidden="true">
            {note}
          </span>
        )}
        {end !== undefined && <span className="lk-row-end">{end}</span>}
      </button>
    </RowItem>
  )
}
