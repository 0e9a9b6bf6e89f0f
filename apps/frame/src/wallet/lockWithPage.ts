/** How long a wallet stays unlocked in a hidden page, in milliseconds. */
export const hiddenLock = 300_000

/** The used part of the page. */
export type LockablePage = Pick<Document, 'visibilityState' | 'addEventListener'>

/**
 * Locks the wallet when the page goes away, is frozen, or has been out of sight for five minutes.
 *
 * @param page - The document and its window.
 * @param lock - Locks the wallet.
 */
export function lockWithPage(
  { document, window }: { document: LockablePage; window: Pick<Window, 'addEventListener'> },
  lock: () => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  window.addEventListener('pagehide', lock)
  document.addEventListener('freeze', lock)
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    timer = document.visibilityState === 'hidden' ? setTimeout(lock, hiddenLock) : undefined
  })
}
