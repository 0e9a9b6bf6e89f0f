import type { AccountId } from '@latchkey/protocol/caip'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'
import type { SwapQuote } from './swapCalls.js'
import type { SwapPermit } from './swapPermits.js'
import type { SwapRecord } from './swapRecords.js'

/**
 * The phase of a swap. `approving`, `signing` and `swapping`: the wallet is open for the approval, the permit or the swap;
 * `approvalSent`: the approval is pending; `submitted`: the swap is pending; `failed`: it had no effect, and the record's
 * status says why.
 */
export type SwapPhase =
  | 'editing'
  | 'preview'
  | 'approving'
  | 'approvalSent'
  | 'signing'
  | 'swapping'
  | 'submitted'
  | 'confirmed'
  | 'failed'

/** The quote of the server. */
export type SwapQuoteState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly id: number; readonly last: SwapQuote | undefined }
  | { readonly status: 'ready'; readonly id: number; readonly value: SwapQuote }
  | { readonly status: 'failed'; readonly id: number; readonly error: LatchkeyError }

/** What the visitor must see before continuing. */
export type SwapNotice =
  /** Rejected in the wallet. */
  | 'rejected'
  /** It failed before anything was sent. */
  | 'notSent'
  /** It is unknown whether it was sent. */
  | 'unknown'
  /** The price fell below what was reviewed; the new one is shown. */
  | 'priceMoved'
  /** The approval took no effect. */
  | 'approvalFailed'
  /** The wallet or the token does not support the permit: an approval is needed. */
  | 'permitRefused'
  | 'accountChanged'
  | 'networkChanged'

/** A swap from the first keystroke to its block. */
export type SwapState = {
  readonly phase: SwapPhase
  /** The swapping account on its chain; undefined while disconnected. */
  readonly account: AccountId | undefined
  readonly from: SwapTokenInfo | undefined
  readonly to: SwapTokenInfo | undefined
  /** As it was typed. */
  readonly amountText: string
  /** What was typed on the receiving side, until a price for it is there. */
  readonly wantedText: string | undefined
  /** In per cent. */
  readonly slippage: number
  readonly quote: SwapQuoteState
  /** What the router may take of the source token; undefined while unknown. */
  readonly allowance: bigint | undefined
  /** The permit that can replace an approval; undefined without one, or while unknown. */
  readonly permit: SwapPermit | undefined
  /** The least that the visitor agreed to in the preview, in base units of the target token. */
  readonly agreed: bigint | undefined
  readonly notice: SwapNotice | undefined
  readonly error: LatchkeyError | undefined
  /** What was sent last: the approval until it ends, then the swap. */
  readonly record: SwapRecord | undefined
}

/** The steps that change the state. */
export type SwapStep =
  | { readonly type: 'edit'; readonly change: Partial<Pick<SwapState, 'from' | 'to' | 'amountText' | 'wantedText'>> }
  | { readonly type: 'flip' | 'edited' | 'reset' }
  | { readonly type: 'slippage'; readonly slippage: number }
  | { readonly type: 'quote'; readonly quote: SwapQuoteState }
  | { readonly type: 'allowance'; readonly allowance: bigint | undefined }
  | { readonly type: 'permit'; readonly permit: SwapPermit | undefined }
  | { readonly type: 'review'; readonly agreed: bigint }
  | { readonly type: 'phase'; readonly phase: 'approving' | 'signing' | 'swapping' }
  | { readonly type: 'refused'; readonly notice: SwapNotice; readonly error?: LatchkeyError }
  | { readonly type: 'approvalSent' | 'approved' | 'submitted'; readonly record: SwapRecord }
  | { readonly type: 'settled'; readonly record: SwapRecord }
  | { readonly type: 'moved'; readonly account: AccountId | undefined }

/** Before anything was filled in. */
export function emptySwap(account: AccountId | undefined, slippage: number): SwapState {
  return {
    phase: 'editing',
    account,
    from: undefined,
    to: undefined,
    amountText: '',
    wantedText: undefined,
    slippage,
    quote: { status: 'none' },
    allowance: undefined,
    permit: undefined,
    agreed: undefined,
    notice: undefined,
    error: undefined,
    record: undefined,
  }
}

/** Moves a swap by one step; a step that does not fit the phase changes nothing. */
export function swapReducer(state: SwapState, step: SwapStep): SwapState {
  const { phase } = state
  switch (step.type) {
    case 'edit':
      return phase === 'editing' ? edited(state, step.change) : state
    case 'flip':
      if (phase !== 'editing') return state
      return edited(state, { from: state.to, to: state.from, amountText: '', wantedText: undefined })
    case 'slippage':
      return phase === 'editing' ? { ...state, slippage: step.slippage } : state
    case 'quote':
      return isPriced(phase) ? { ...state, quote: step.quote } : state
    case 'allowance':
      return { ...state, allowance: step.allowance }
    case 'permit':
      return phase === 'editing' || phase === 'preview' ? { ...state, permit: step.permit } : state
    case 'review':
      if (phase !== 'editing' && phase !== 'preview') return state
      return { ...state, phase: 'preview', agreed: step.agreed, notice: undefined, error: undefined }
    case 'edited':
      return phase === 'preview' ? { ...state, phase: 'editing', agreed: undefined, notice: undefined } : state
    case 'phase':
      return isSent(phase) ? state : { ...state, phase: step.phase, notice: undefined, error: undefined }
    case 'approvalSent':
      return { ...state, phase: 'approvalSent', record: step.record }
    case 'approved':
      return state.record?.hash === step.record.hash ? { ...state, phase: 'preview', record: undefined } : state
    case 'refused':
      if (isSent(phase)) return state
      if (step.notice === 'priceMoved')
        return { ...state, phase: 'editing', agreed: undefined, notice: step.notice, error: step.error }
      return {
        ...state,
        phase: phase === 'editing' ? phase : 'preview',
        permit: step.notice === 'permitRefused' ? undefined : state.permit,
        notice: step.notice,
        error: step.error,
        record: undefined,
      }
    case 'submitted':
      return { ...state, phase: 'submitted', record: step.record, notice: undefined, error: undefined }
    case 'settled':
      if (state.record?.hash !== step.record.hash) return state
      return { ...state, phase: step.record.status === 'confirmed' ? 'confirmed' : 'failed', record: step.record }
    case 'moved':
      return moved(state, step.account)
    case 'reset':
      return { ...emptySwap(state.account, state.slippage), from: state.from, to: state.to }
  }
}

/** Whether the quote is fetched and shown: until the wallet opens, and while an approval is pending. */
export function isPriced(phase: SwapPhase): boolean {
  return phase === 'editing' || phase === 'preview' || phase === 'approvalSent'
}

/** Whether the swap was sent. */
export function isSent(phase: SwapPhase): boolean {
  return phase === 'submitted' || phase === 'confirmed' || phase === 'failed'
}

function edited(state: SwapState, change: Partial<SwapState>): SwapState {
  const next = { ...state, ...change }
  // One token on both sides: the other side gives way to what it was changed with.
  if (next.from && next.from.address === next.to?.address) {
    if (change.from) next.to = state.from
    else next.from = state.to
  }
  const isOther = next.from?.address !== state.from?.address
  return {
    ...next,
    quote: { status: 'none' },
    allowance: isOther ? undefined : state.allowance,
    permit: isOther ? undefined : state.permit,
    notice: undefined,
    error: undefined,
  }
}

/** The wallet went to another account or chain: what was reviewed no longer holds. */
function moved(state: SwapState, account: AccountId | undefined): SwapState {
  if (account === state.account) return state
  if (isSent(state.phase)) return { ...state, account }
  const before = state.account
  const isSameChain = account !== undefined && before !== undefined && chainOf(account) === chainOf(before)
  const isStarted = before !== undefined && (state.phase !== 'editing' || state.amountText !== '')
  return {
    ...emptySwap(account, state.slippage),
    ...(isSameChain ? { from: state.from, to: state.to } : {}),
    notice: isStarted ? (isSameChain ? 'accountChanged' : 'networkChanged') : undefined,
  }
}

function chainOf(account: AccountId): string {
  return account.slice(0, account.lastIndexOf(':'))
}
