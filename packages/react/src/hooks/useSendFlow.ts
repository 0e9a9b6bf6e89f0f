import { createSendFlow, type SendFlow, type SendFlowState } from '@latchkey/core'
import { useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'

/** The transfer that is being written, sent or watched; it outlives the views that show it. */
export function useSendFlow(): SendFlow & { readonly state: SendFlowState } {
  const { getOrCreate } = useLatchkey()
  const flow = getOrCreate(createSendFlow)
  const state = useSyncExternalStore(flow.subscribe, flow.getState, flow.getState)
  return { ...flow, state }
}
