import { isSwapChain, type SwapFlow, type SwapFlowState } from '@latchkey/core/swap'
import { useEffect } from 'react'
import { useLatchkey } from '../context.js'
import { useChain } from './useChain.js'
import { useSwapFlow } from './useSwapFlow.js'
import { useSwapsFilled } from './useSwapsFilled.js'
import { type SwapTokens, useSwapTokens } from './useSwapTokens.js'

/** The swap as its form has it: begun, with the tokens that are held, and led on where it was sent or is not offered. */
export function useSwapForm(): {
  readonly flow: SwapFlow & { readonly state: SwapFlowState }
  readonly listed: SwapTokens
} {
  const { config, modal } = useLatchkey()
  const { caipNetwork } = useChain()
  const chainId = caipNetwork?.caipNetworkId
  const listed = useSwapTokens(chainId)
  const flow = useSwapFlow()
  const { tokens, balances } = listed
  const { state, begin, offer, chooseFrom } = flow

  const isFilled = useSwapsFilled()
  const isOffered = chainId !== undefined && isSwapChain(config, chainId) && isFilled(chainId)
  useEffect(() => {
    if (!isOffered) modal.replace({ view: 'UnsupportedChain', data: { for: 'swaps' } })
  }, [isOffered, modal])
  useEffect(() => begin(), [begin])
  useEffect(() => {
    if (balances) offer(balances)
  }, [balances, offer])
  useEffect(() => {
    if (state.phase === 'submitted') modal.replace({ view: 'SwapProgress' })
    if (state.phase === 'approvalSent') modal.replace({ view: 'SwapPreview' })
  }, [state.phase, modal])
  const [first] = tokens
  useEffect(() => {
    if (first && !state.from && state.phase === 'editing') chooseFrom(first)
  }, [first, state.from, state.phase, chooseFrom])

  return { flow, listed }
}
