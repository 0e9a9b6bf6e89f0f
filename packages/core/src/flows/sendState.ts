import type { TokenBalance } from '@latchkey/protocol/api'
import type { AccountId } from '@latchkey/protocol/caip'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { TransferQuote } from '../namespace.js'
import { decimalsOf, type SendDraft, sendableOf, toAmountText } from './sendDraft.js'
import type { SentTransaction } from './sentTransactions.js'

/** The phase of a transfer. */
export type SendPhase = 'editing' | 'preview' | 'confirming' | 'submitted' | 'confirmed' | 'failed'

/** The quote of the node. */
export type SendQuote =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly id: number }
  | { readonly status: 'ready'; readonly id: number; readonly value: TransferQuote }
  | { readonly status: 'failed'; readonly id: number; readonly error: LatchkeyError }

/** What the visitor must see before continuing. */
export type SendNotice =
  /** They declined in the wallet. */
  | 'rejected'
  /** It failed before anything was sent. */
  | 'notSent'
  /** They stopped waiting; the request may still be open in the wallet. */
  | 'stopped'
  /** It is unknown whether it was sent. */
  | 'unknown'
  | 'accountChanged'
  | 'networkChanged'

/** A transfer from the first keystroke to its block. */
export type SendState = {
  readonly phase: SendPhase
  /** The sending account on its chain; undefined while disconnected. */
  readonly account: AccountId | undefined
  readonly draft: SendDraft
  /** True: all of it, whatever the fee turns out to be. */
  readonly isMax: boolean
  readonly badChecksum: string | undefined
  /** The receiver that the visitor compared with the known address that it looks like, and means. */
  readonly accepted: string | undefined
  readonly quote: SendQuote
  /** Incremented with each request to the wallet. */
  readonly intent: number
  /** True: an earlier request may still be open in the wallet, or may have been sent. */
  readonly mayBeSent: boolean
  readonly notice: SendNotice | undefined
  readonly error: LatchkeyError | undefined
  readonly sent: SentTransaction | undefined
  readonly separator: string
}

/** The steps that change the state. */
export type SendStep =
  | { readonly type: 'edit'; readonly change: Partial<SendDraft>; readonly isMax?: boolean }
  | { readonly type: 'offer'; readonly balances: readonly TokenBalance[] }
  | { readonly type: 'checksum'; readonly bad: string | undefined }
  | { readonly type: 'accept'; readonly isMeant: boolean }
  | { readonly type: 'quote'; readonly quote: SendQuote }
  | { readonly type: 'review' | 'edited' | 'ask' | 'stop' }
  /** A request from before this page load whose outcome is unknown. */
  | { readonly type: 'asked' }
  | { readonly type: 'submitted'; readonly intent: number; readonly sent: SentTransaction }
  | {
      readonly type: 'refused'
      readonly intent: number
      readonly notice: SendNotice
      readonly error: LatchkeyError
      /** The new cost, where the reviewed one is outdated. */
      readonly quote?: SendQuote
    }
  | { readonly type: 'settled'; readonly hash: string; readonly status: 'confirmed' | 'failed' }
  | { readonly type: 'moved'; readonly account: AccountId | undefined }
  | { readonly type: 'reset' }

/** Before anything was filled in. */
export function emptySend(account: AccountId | undefined, separator: string, intent = 0): SendState {
  return {
    phase: 'editing',
    account,
    draft: { token: undefined, amountText: '', to: '' },
    isMax: false,
    badChecksum: undefined,
    accepted: undefined,
    quote: { status: 'none' },
    intent,
    mayBeSent: false,
    notice: undefined,
    error: undefined,
    sent: undefined,
    separator,
  }
}

/** Moves a transfer by one step; a step that does not fit the phase changes nothing. */
export function sendReducer(state: SendState, step: SendStep): SendState {
  const { phase } = state
  switch (step.type) {
    case 'edit':
      if (phase !== 'editing') return state
      return {
        ...state,
        draft: { ...state.draft, ...step.change },
        isMax: step.isMax ?? (state.isMax && step.change.amountText === undefined && step.change.token === undefined),
        quote: { status: 'none' },
        notice: undefined,
        error: undefined,
      }
    case 'offer':
      return offered(state, step.balances)
    case 'checksum':
      return { ...state, badChecksum: step.bad }
    case 'accept':
      return phase === 'editing' ? { ...state, accepted: step.isMeant ? state.draft.to.trim() : undefined } : state
    case 'quote':
      return quoted(state, step.quote)
    case 'review':
      return phase === 'editing' ? { ...state, phase: 'preview', notice: undefined } : state
    case 'edited':
      return phase === 'preview'
        ? { ...state, phase: 'editing', notice: state.mayBeSent ? state.notice : undefined }
        : state
    case 'ask':
      if (phase !== 'preview') return state
      return { ...state, phase: 'confirming', intent: state.intent + 1, notice: undefined, error: undefined }
    case 'asked':
      return phase === 'editing' ? { ...state, notice: 'unknown', mayBeSent: true } : state
    case 'stop':
      return phase === 'confirming' ? { ...state, phase: 'preview', notice: 'stopped', mayBeSent: true } : state
    case 'submitted':
      if (step.intent !== state.intent || isSent(phase)) return state
      return { ...state, phase: 'submitted', sent: step.sent, notice: undefined, error: undefined, mayBeSent: false }
    case 'refused':
      if (step.intent !== state.intent || isSent(phase)) return state
      return {
        ...(step.quote && phase !== 'editing' ? priced(state, step.quote) : state),
        phase: phase === 'confirming' ? 'preview' : phase,
        notice: step.notice,
        error: step.error,
        mayBeSent: step.notice === 'unknown',
      }
    case 'settled':
      if (phase !== 'submitted' || state.sent?.hash !== step.hash) return state
      return { ...state, phase: step.status, sent: { ...state.sent, status: step.status } }
    case 'moved':
      return moved(state, step.account)
    case 'reset':
      return emptySend(state.account, state.separator, state.intent)
  }
}

function isSent(phase: SendPhase): boolean {
  return phase === 'submitted' || phase === 'confirmed' || phase === 'failed'
}

/** Applies new balances: the chosen token stays, and the native coin is the default. */
function offered(state: SendState, balances: readonly TokenBalance[]): SendState {
  const { token } = state.draft
  if (isSent(state.phase) || balances.length === 0) return state
  // What is held of a collectible is not among the balances.
  if (token?.collectible) return state
  const next = token
    ? balances.find(({ chainId, address }) => chainId === token.chainId && address === token.address)
    : (balances.find(({ address }) => address === undefined) ?? balances[0])
  return next && next !== token ? { ...state, draft: { ...state.draft, token: next } } : state
}

function quoted(state: SendState, quote: SendQuote): SendState {
  const current = state.quote
  const isLate = quote.status !== 'none' && current.status !== 'none' && quote.id < current.id
  const isUnasked = (quote.status === 'ready' || quote.status === 'failed') && current.status === 'none'
  return isLate || isUnasked || state.phase !== 'editing' ? state : priced(state, quote)
}

/** Applies the cost; sending the maximum deducts it from the amount. */
function priced(state: SendState, quote: SendQuote): SendState {
  const { token } = state.draft
  if (quote.status !== 'ready' || !state.isMax || !token || token.address !== undefined) return { ...state, quote }
  const left = sendableOf(quote.value)
  return {
    ...state,
    quote,
    draft: { ...state.draft, amountText: toAmountText(left, decimalsOf(token), state.separator) },
  }
}

/** The wallet went to another account or chain: what was reviewed no longer holds, so nothing goes on without a new look. */
function moved(state: SendState, account: AccountId | undefined): SendState {
  if (account === state.account) return state
  if (isSent(state.phase)) return { ...state, account }
  const before = state.account
  if (!account || !before) return { ...emptySend(account, state.separator, state.intent), mayBeSent: state.mayBeSent }
  const isStarted = state.phase !== 'editing' || state.draft.to !== '' || state.draft.amountText !== ''
  const isSameChain = chainOf(account) === chainOf(before)
  return {
    ...state,
    account,
    phase: 'editing',
    quote: { status: 'none' },
    isMax: false,
    accepted: undefined,
    // An amount of one token means nothing in another, and what one account holds means nothing for the next.
    draft: { token: undefined, amountText: '', to: state.draft.to },
    notice: isStarted ? (isSameChain ? 'accountChanged' : 'networkChanged') : undefined,
    error: undefined,
    mayBeSent: state.mayBeSent || state.phase === 'confirming',
  }
}

function chainOf(account: AccountId): string {
  return account.slice(0, account.lastIndexOf(':'))
}
