import { connect } from '@latchkey/core'
import { useCallback } from 'react'
import { useLatchkey } from '../context.js'

/**
 * Asks a wallet as the modal does: a wallet that the visitor has left is asked no longer, and who connected sees what comes next.
 *
 * @returns A function that asks a connector by its id and answers with what went wrong, if anything did.
 */
export function useAskWallet(): (connectorId: string) => Promise<Error | undefined> {
  const { config, modal } = useLatchkey()
  return useCallback(
    async (connectorId) => {
      const controller = new AbortController()
      const stopWatching = modal.subscribe(() => {
        const { open, stack } = modal.getState()
        const shown = stack.at(-1)
        const isHere = open && shown?.view === 'ConnectingExternal' && shown.data.connectorId === connectorId
        if (!isHere) controller.abort()
      })
      const { signal } = controller
      try {
        await connect(config, { connector: connectorId, signal })
        if (!signal.aborted && modal.getState().open) modal.reset(modal.home())
      } catch (error) {
        if (!signal.aborted) return error as Error
      } finally {
        stopWatching()
      }
      return undefined
    },
    [config, modal],
  )
}
