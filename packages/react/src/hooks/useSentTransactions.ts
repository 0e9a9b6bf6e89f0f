import { createSendFlow, type SentTransaction } from '@latchkey/core'
import { useCallback, useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'

const none: readonly SentTransaction[] = []

/** The transfers that an address sent from this browser, newest first. */
export function useSentTransactions(address: string | undefined): readonly SentTransaction[] {
  const { getOrCreate } = useLatchkey()
  const { sent } = getOrCreate(createSendFlow)
  const read = useCallback(() => (address === undefined ? none : sent.list(address)), [sent, address])
  return useSyncExternalStore(sent.subscribe, read, read)
}
