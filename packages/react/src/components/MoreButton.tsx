import type { ReactNode } from 'react'
import { Button } from '../primitives/Button.js'

/** Loads the next page of a list; drawn while there is one. */
export function MoreButton({
  pages: { hasNextPage, isFetchingNextPage, fetchNextPage },
  children,
}: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  children: ReactNode
}) {
  if (!hasNextPage) return null
  return (
    <Button
      kind="secondary"
      onClick={() => void fetchNextPage()}
      busy={isFetchingNextPage}
      disabled={isFetchingNextPage}
    >
      {children}
    </Button>
  )
}
