import { useMemo, useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'
import type { Toast } from '../toasts.js'
import { preloadModal } from './ModalHost.js'

/** The return type of `useToast`. */
export type UseToastReturnType = {
  /** What is shown; undefined while nothing is. */
  readonly toast: Toast | undefined
  /** Shows a message for 2.5 s, a `loading` one until another is shown or it is hidden. Default: `success`. */
  show(message: string, variant?: Toast['variant']): void
  hide(): void
}

/**
 * Shows a message above the page, in the look of the modal; one at a time.
 *
 * @returns See {@link UseToastReturnType}.
 *
 * @example
 * import { useSendTransaction, useToast } from '@latchkey/react'
 * export function Pay() {
 *   const { show } = useToast()
 *   const { mutate: sendTransaction } = useSendTransaction({
 *     mutation: { onSuccess: () => show('Sent'), onError: (error) => show(error.message, 'error') },
 *   })
 *   const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 *   return <button onClick={() => sendTransaction({ to, value: 1n })}>Pay</button>
 * }
 */
export function useToast(): UseToastReturnType {
  const { modal, toasts } = useLatchkey()
  const toast = useSyncExternalStore(toasts.subscribe, toasts.getState, toasts.getState)
  const actions = useMemo(() => {
    // What draws toasts comes with the modal's code: a message that ran out before that would never be seen.
    const drawn = async (act: () => void) => {
      await preloadModal()
      modal.warm()
      act()
    }
    return {
      show: (message: string, variant?: Toast['variant']) => void drawn(() => toasts.show(message, variant)),
      hide: () => void drawn(() => toasts.hide()),
    }
  }, [modal, toasts])
  return { toast, ...actions }
}
