import type { GetConnectionReturnType } from '@latchkey/core'
import { useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'
import type { RouteInput, View } from '../modal/routes.js'
import type { ModalStore } from '../modal/store.js'

/** The return type of `useModal`. */
export type UseModalReturnType = {
  readonly isOpen: boolean
  /** The view that is shown; undefined while closed. */
  readonly view: View | undefined
  /** Opens at a view; without one, at the account or at the wallets. */
  open: ModalStore['open']
  /** Closes; false when the visitor must decide something first. */
  close(): boolean
  /** One view back; closes from the first. */
  back(): void
  /**
   * Opens the wallets, or another view to begin at (`EmailLogin`), and answers with the account; rejects with the code
   * MODAL_CLOSED when the visitor closes instead.
   */
  connect(route?: RouteInput): Promise<GetConnectionReturnType>
}

/**
 * Opens, closes and observes the modal.
 *
 * @returns See {@link UseModalReturnType}.
 *
 * @example
 * import { useModal } from '@latchkey/react'
 * const { open } = useModal()
 * open({ view: 'Networks' })
 */
export function useModal(): UseModalReturnType {
  const { modal } = useLatchkey()
  // The view alone, so that a step of the modal that a page cannot tell from the last does not draw the page again.
  const read = () => shownView(modal)
  const view = useSyncExternalStore(modal.subscribe, read, read)
  return {
    isOpen: view !== undefined,
    view,
    open: modal.open,
    close: modal.close,
    back: modal.back,
    connect: modal.connect,
  }
}

function shownView(modal: ModalStore): View | undefined {
  const { open, stack } = modal.getState()
  return open ? stack.at(-1)?.view : undefined
}
