import { connect, isLatchkeyError } from '@latchkey/core'
import { useCallback } from 'react'
import { CodeStep } from '../../../components/CodeStep.js'
import { useLatchkey } from '../../../context.js'
import { useEmailStrings } from '../../../hooks/useEmailStrings.js'
import { useEmbedded } from '../../../hooks/useEmbedded.js'
import type { Routes } from '../../routes.js'

/** Has the code of a sign-in typed in the wallet's window, then brings the wallet to this page. */
export function EmailVerifyOtp({ data }: { data: Routes['EmailVerifyOtp'] }) {
  const { config, modal } = useLatchkey()
  const strings = useEmailStrings()
  const { connector } = useEmbedded()
  const { email, chainId } = data
  const onTaken = useCallback(
    async (_: unknown, signal: AbortSignal) => {
      if (!connector) return
      const chain = chainId && { chainId }
      const showTaken = (isTaken: boolean) => {
        if (modal.getState().stack.at(-1)?.view === 'EmailVerifyOtp')
          modal.replace({ view: 'EmailVerifyOtp', data: { email, ...chain, isTaken } })
      }
      showTaken(true)
      try {
        await connect(config, { connector, signal, ...chain })
      } catch (error) {
        if (signal.aborted) throw error
        // They left the way back to their wallet, and the code is used up: it starts from scratch.
        if (isLatchkeyError(error, 'CONNECTION_REJECTED')) return modal.replace({ view: 'EmailLogin' })
        showTaken(false)
        throw error
      }
      if (!signal.aborted && modal.getState().open) modal.reset(modal.home())
    },
    [config, connector, modal, email, chainId],
  )
  const working = { title: strings.signingInTitle, text: strings.signingInText }
  return <CodeStep purpose="login" email={email} working={working} onTaken={onTaken} />
}
