import { type RefObject, useEffect, useRef } from 'react'
import { useLatchkey } from '../context.js'
import { useAccount } from './useAccount.js'

/** Leads back to the wallets, and says why, when the wallet disappears while its account is shown. */
export function useWalletGone(isLeaving?: RefObject<boolean>): void {
  const { modal, strings, toasts } = useLatchkey()
  const { status } = useAccount()
  const before = useRef(status)
  useEffect(() => {
    const was = before.current
    before.current = status
    if (status !== 'disconnected' || !modal.getState().open || isLeaving?.current) return
    if (was === 'connected') toasts.show(strings.walletGone, 'error')
    modal.reset({ view: 'Connect' })
  }, [status, isLeaving, modal, strings, toasts])
}
