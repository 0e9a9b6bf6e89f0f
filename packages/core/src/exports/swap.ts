export { buildSwap, buildSwapApproval } from '../swap/buildSwap.js'
export type { CheckedCall, SwapDemand } from '../swap/checkSwap.js'
export { createSwapFlow, type SwapFlow } from '../swap/createSwapFlow.js'
export {
  getSwapAllowance,
  getSwapGasPrice,
  getSwapQuote,
  getSwapTokens,
  isAllowanceEnough,
  type SwapErrorCode,
  type SwapQuote,
} from '../swap/swapCalls.js'
export { isToken, type SwapFlowState } from '../swap/swapFigures.js'
export { getSwapChains, isSwapChain } from '../swap/swapNetworks.js'
export type { SwapPermit } from '../swap/swapPermits.js'
export type { SwapRecord, SwapSide } from '../swap/swapRecords.js'
export type { SwapNotice, SwapPhase, SwapQuoteState, SwapState } from '../swap/swapState.js'
