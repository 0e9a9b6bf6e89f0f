import { type RefObject, useEffect, useRef } from 'react'
import { useLatchkey } from '../context.js'
import { switchToOtherFamily } from './switchToOtherFamily.js'
import { useConnection } from './useConnection.js'

/** Leads to another family's wallet, or back to the list, and says why, when the wallet disappears while its account is shown. */
export function useWalletGone(isLeaving?: RefObject<boolean>): void {
  const { config, modal, strings, toasts } = useLatchkey()
  const { status } = useConnection()
  const before = useRef(status)
  useEffect(() => {
    const was = before.current
    before.current = status
    if (status !== 'disconnected' || !modal.getState().open || isLeaving?.current) return
    // The view that presents it says why, and leads back.
    if (config.signIn?.getState().status === 'failed') return
    if (was === 'connected') toasts.show(strings.walletGone, 'error')
    if (!switchToOtherFamily(config)) modal.reset({ view: 'Connect' })
  }, [status, isLeaving, config, modal, strings, toasts])
}
