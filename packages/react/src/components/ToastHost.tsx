import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'
import { Icon } from '../primitives/Icon.js'
import { useThemeProps } from '../theme/useThemeProps.js'

/** The toast, above everything else; read aloud, an error at once. */
export function ToastHost() {
  const { toasts } = useLatchkey()
  const toast = useSyncExternalStore(toasts.subscribe, toasts.getState, toasts.getState)
  const theme = useThemeProps()
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = host.current
    // Where there are no popovers, the style sheet shows what is not empty.
    if (!element?.showPopover) return
    const shown = element.matches(':popover-open')
    if (toast && !shown) element.showPopover()
    if (!toast && shown) element.hidePopover()
  }, [toast])

  return (
    <div
      ref={host}
      popover="manual"
      className="lk-toast"
      {...theme}
      data-variant={toast?.variant}
      role={toast?.variant === 'error' ? 'alert' : 'status'}
    >
      {toast && (
        <>
          {toast.variant === 'loading' ? (
            <span className="lk-spinner" aria-hidden="true" />
          ) : (
            <Icon name={toast.variant === 'error' ? 'error' : 'success'} />
          )}
          <span>{toast.message}</span>
        </>
      )}
    </div>
  )
}
