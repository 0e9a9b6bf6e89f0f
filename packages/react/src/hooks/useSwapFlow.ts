import { createSwapFlow, type SwapFlow, type SwapFlowState } from '@latchkey/core/swap'
import { useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'

/** The swap that is being written, sent or watched; it outlives the views that show it. */
export function useSwapFlow(): SwapFlow & { readonly state: SwapFlowState } {
  const { getOrCreate } = useLatchkey()
  const flow = getOrCreate(createSwapFlow)
  const state = useSyncExternalStore(flow.subscribe, flow.getState, flow.getState)
  return { ...flow, state }
}
