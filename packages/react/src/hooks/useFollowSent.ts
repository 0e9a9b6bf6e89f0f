import { createSendFlow } from '@latchkey/core'
import { useEffect } from 'react'
import { useLatchkey } from '../context.js'
import { useConnection } from './useConnection.js'
import { useRefreshAfterSend } from './useRefreshAfterSend.js'

/** Follows what the connected account sent until a block holds it, and reads the balances anew then. */
export function useFollowSent(): void {
  const { getOrCreate } = useLatchkey()
  const { sent } = getOrCreate(createSendFlow)
  const { address } = useConnection()
  useEffect(() => (address === undefined ? undefined : sent.watch(address)), [sent, address])
  useRefreshAfterSend()
}
