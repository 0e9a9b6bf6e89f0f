import { connect, type EmailAction, type EmbeddedConnector, isLatchkeyError } from '@latchkey/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLatchkey } from '../context.js'
import type { Routes } from '../modal/routes.js'

/** Sending the mail to sign in with, and going where its answer leads. */
export type EmailSignIn = {
  readonly isPending: boolean
  /** What went wrong, in words for people. */
  readonly trouble: string | undefined
  /** Waits no longer for the answer. */
  cancel(): void
  /** Forgets what went wrong, since the person began anew. */
  clear(): void
  /** Sends the mail; true when it was sent. */
  start(data: Routes['EmailVerifyOtp'], how?: 'push' | 'replace'): Promise<boolean>
}

/** Begins to sign in by e-mail with the embedded wallet, from whichever view a person is at. */
export function useEmailSignIn(connector: EmbeddedConnector | undefined): EmailSignIn {
  const { config, modal, strings } = useLatchkey()
  const [isPending, setIsPending] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  const start = useCallback(
    async (data: Routes['EmailVerifyOtp'], how: 'push' | 'replace' = 'push') => {
      if (!connector) return false
      asking.current?.abort()
      const controller = new AbortController()
      asking.current = controller
      const { signal } = controller
      setTrouble(undefined)
      setIsPending(true)
      try {
        const { action } = await connector.embedded.connectEmail({ email: data.email, signal })
        // Who closed the modal meanwhile is not called back to it.
        if (signal.aborted || !modal.getState().open) return false
        const view = views[action]
        if (view) modal[how]({ view, data })
        else {
          const from = modal.getState().stack.at(-1)
          await connect(config, { connector, signal, ...data })
          // The form may be gone by now: who is connected is not offered another way in.
          const { open, stack } = modal.getState()
          if (open && stack.at(-1) === from) modal.reset(modal.home())
        }
        return true
      } catch (error) {
        const isOver = signal.aborted || isLatchkeyError(error, 'ABORTED')
        if (!isOver) setTrouble((error as Error).message || strings.unknownError)
        return false
      } finally {
        if (!signal.aborted) setIsPending(false)
      }
    },
    [config, connector, modal, strings],
  )
  const clear = useCallback(() => setTrouble(undefined), [])
  const cancel = useCallback(() => {
    asking.current?.abort()
    setIsPending(false)
  }, [])
  return { isPending, trouble, cancel, clear, start }
}

const views: { readonly [action in EmailAction]?: 'EmailVerifyDevice' | 'EmailVerifyOtp' } = {
  VERIFY_DEVICE: 'EmailVerifyDevice',
  VERIFY_OTP: 'EmailVerifyOtp',
}
