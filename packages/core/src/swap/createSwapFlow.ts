import type { TokenBalance } from '@latchkey/protocol/api'
import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import { type ErrorCode, fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { defaultSlippage, type SwapTokenInfo } from '@latchkey/protocol/swapApi'
import { sendTransaction } from '../actions/sendTransaction.js'
import type { Config } from '../createConfig.js'
import { checkDraft, decimalSeparator, heldOf, toAmountText } from '../flows/sendDraft.js'
import { createSentTransactions } from '../flows/sentTransactions.js'
import { subtractPending } from '../flows/subtractPending.js'
import type { CheckedCall, SwapDemand } from './checkSwap.js'
import { followSwap } from './followSwap.js'
import { recordSentSwap } from './recordSentSwap.js'
import { getSwapAllowance, getSwapQuote, priceMoved } from './swapCalls.js'
import { completeSwap, heldToken, type SwapFlowState, swapper } from './swapFigures.js'
import { isNative } from './swapNetworks.js'
import { keepSignedPermit, type SwapPermit } from './swapPermits.js'
import { keepSwapRecord, readSwapRecords, type SwapRecord } from './swapRecords.js'
import { emptySwap, isPriced, type SwapState, type SwapStep, swapReducer } from './swapState.js'
import { toSwapRecord, toToken } from './toSwapRecord.js'

/** The journey of a swap, without any drawing. */
export type SwapFlow = {
  getState(): SwapFlowState
  /** While subscribed, quotes refresh every 10 s. */
  subscribe(listener: () => void): () => void
  /** Returns to the form; after a finished swap, to an empty one. */
  begin(): void
  /** Leaves a transaction that waits for its block, and takes the visitor to an empty form; it is followed on. */
  leave(): void
  /** Sets the balances of the account. */
  offer(balances: readonly TokenBalance[]): void
  chooseFrom(token: SwapTokenInfo): void
  chooseTo(token: SwapTokenInfo): void
  editAmount(text: string): void
  /** Sets the amount to receive: the amount to sell follows from the quote. */
  editWanted(text: string): void
  flip(): void
  /** Fills in all that the account holds; of the native coin a little stays for fees. */
  max(): void
  /** In per cent; out of the bounds of 0.05 to 50 nothing changes. */
  setSlippage(percent: number): boolean
  /** Refetches the quote. */
  requote(): void
  review(): void
  /** Opens the wallet for the approval where one is needed, else for the swap, after a permit where the token has one. */
  confirm(): Promise<void>
  reset(): void
  destroy(): void
}

/** Debounce of typing before a quote is requested, in milliseconds. */
const quoteDelay = 300
/** The refresh interval of quotes, in milliseconds. */
const quoteRenewal = 10_000
/** Maximum age of a quote when the wallet opens, in milliseconds. */
const quoteLife = 30_000
/** The bounds of the slippage tolerance, in per cent. */
const slippageBounds = { min: 0.05, max: 50 } as const
/** The part of the native coin kept for fees when the maximum is swapped. */
const feeReserve = 100n

/** Faults that leave open whether the wallet sent something. */
const unsure: readonly ErrorCode[] = [
  'UNKNOWN',
  'WALLET_NOT_RESPONDING',
  'WALLET_DISCONNECTED',
  'RPC_TIMEOUT',
  'ABORTED',
]

/**
 * Creates the journey of a swap: tokens, price, approval, wallet, block, and what was received.
 *
 * @param config - The config; it needs `api`.
 * @param parameters.locale - A BCP 47 tag for the separator of amounts. Default: the reader's.
 * @returns A store; `destroy` ends its watching. A swap that was sent and not seen to end is followed again after a reload.
 *
 * @example
 * import { createSwapFlow, getSwapTokens } from '@latchkey/core/swap'
 * const flow = createSwapFlow(config)
 * const [coin, token] = await getSwapTokens(config, { chainId: 'eip155:1' })
 * if (coin && token) {
 *   flow.chooseFrom(coin)
 *   flow.chooseTo(token)
 *   flow.editAmount('0.5')
 * }
 */
export function createSwapFlow(config: Config, parameters: { locale?: string } = {}): SwapFlow {
  const separator = decimalSeparator(parameters.locale)
  const listeners = new Set<() => void>()
  const ending = new AbortController()
  const permits = new Map<string, Promise<SwapPermit | undefined>>()
  let held: readonly TokenBalance[] = []
  let typing: ReturnType<typeof setTimeout> | undefined
  let renewal: ReturnType<typeof setInterval> | undefined
  let lastQuote = 0
  let state = completeSwap(resumed(emptySwap(swapper(config), defaultSlippage)), { balances: [], separator })

  /** Continues with what was sent on an earlier visit and no block held yet; what was left is followed all the same. */
  function resumed(empty: SwapState): SwapState {
    const pending = empty.account
      ? readSwapRecords(config, empty.account).filter(({ status }) => status === 'pending')
      : []
    for (const record of pending) queueMicrotask(() => void follow(record))
    const record = pending.find(({ isLeft }) => !isLeft)
    if (!record) return empty
    if (record.kind === 'swap') return { ...empty, phase: 'submitted', record }
    const { from, to } = record
    const amountText = toAmountText(BigInt(from.amount), from.decimals, separator)
    const sides = { from: toToken(from), to: toToken(to), amountText, agreed: BigInt(to.amount) }
    queueMicrotask(requote)
    return { ...empty, ...sides, phase: 'approvalSent', record }
  }

  function step(next: SwapStep): void {
    const after = swapReducer(state, next)
    if (after !== state) take(after)
  }

  function take(next: SwapState): void {
    state = completeSwap(next, { balances: balances(), separator })
    for (const listener of [...listeners]) listener()
  }

  /** The balances of the account less pending amounts. */
  const balances = () => (state.account ? subtractPending(config, parseAccountId(state.account).address, held) : held)

  function edit(change: Extract<SwapStep, { type: 'edit' }>['change']): void {
    if (state.phase !== 'editing') return
    step({ type: 'edit', change })
    requote()
  }

  /** Requests a quote after the debounce; outdated responses are ignored. */
  function requote(): void {
    clearTimeout(typing)
    if (!isPriced(state.phase)) return
    const { amount, account, from, to, price, wantedText } = state
    const isAskable = account && from && to && (amount !== undefined || wantedText !== undefined)
    if (!isAskable) {
      step({ type: 'quote', quote: { status: 'none' } })
      return
    }
    lastQuote += 1
    const id = lastQuote
    step({ type: 'quote', quote: { status: 'loading', id, last: price?.amount === amount ? price : undefined } })
    typing = setTimeout(() => void ask(id), quoteDelay)
  }

  async function ask(id: number): Promise<void> {
    const { account, from, to, wantedText } = state
    if (!account || !from || !to) return
    void askPermit(account, from.address)
    try {
      if (wantedText !== undefined) await followWanted(id, wantedText)
      const { amount } = state
      if (id !== lastQuote || amount === undefined) return
      const asked = { from: from.address, to: to.address, amount, account }
      const [value, allowance] = await Promise.all([
        getSwapQuote(config, asked),
        isNative(from.address) ? undefined : getSwapAllowance(config, { token: from.address, account }),
      ])
      if (id !== lastQuote) return
      step({ type: 'allowance', allowance })
      step({ type: 'quote', quote: { status: 'ready', id, value } })
    } catch (thrown) {
      if (id === lastQuote) step({ type: 'quote', quote: { status: 'failed', id, error: toError(thrown) } })
    }
  }

  /** Finds out, once, whether a signature can take the place of an approval; the price does not wait for it. */
  async function askPermit(account: AccountId, token: AccountId): Promise<void> {
    if (isNative(token)) return
    const key = `${account} ${token}`
    const found =
      permits.get(key) ??
      import('./findPermit.js').then(({ findPermit }) => findPermit(config, { account, token })).catch(() => undefined)
    permits.set(key, found)
    const permit = await found
    if (state.account === account && state.from?.address === token) step({ type: 'permit', permit })
  }

  /** Finds what must go in for what should come out: by the price of what is there now, then of what that gives. */
  async function followWanted(id: number, text: string): Promise<void> {
    const { account, from, to } = state
    if (!account || !from || !to) return
    const wanted = checkDraft(
      { token: heldToken(to, []), amountText: text, to: '' },
      { isAddress: () => true, own: '', separator },
    ).amount
    if (!wanted) return step({ type: 'quote', quote: { status: 'none' } })
    let amount = state.amount ?? 10n ** BigInt(from.decimals)
    for (let round = 0; round < 2; round += 1) {
      const { toAmount } = await getSwapQuote(config, { from: from.address, to: to.address, amount, account })
      amount = (amount * wanted + toAmount - 1n) / toAmount
      if (id !== lastQuote) return
      if (amount === 0n) return step({ type: 'quote', quote: { status: 'none' } })
    }
    const amountText = toAmountText(amount, from.decimals, separator)
    state = completeSwap({ ...state, amountText, wantedText: undefined }, { balances: balances(), separator })
  }

  async function confirm(): Promise<void> {
    const { phase, account, from, to, amount, agreed, needsApproval } = state
    if (phase !== 'preview' || !account || !from || !to || amount === undefined || agreed === undefined) return
    if (swapper(config) !== account) return step({ type: 'moved', account: swapper(config) })
    const demand = { account, from: from.address, to: to.address, amount, minimum: agreed }
    if (needsApproval) return approve(demand, { from, to })
    step({ type: 'phase', phase: state.signsPermit ? 'signing' : 'swapping' })
    let isAsked = false
    try {
      await checkTokens([from, to])
      await requirePrice(demand)
      const call = await build(demand)
      // The wallet went elsewhere while it was asked to sign: nothing is sent from there.
      if (state.account !== account) return
      if (!call) {
        permits.set(`${account} ${from.address}`, Promise.resolve(undefined))
        return step({ type: 'refused', notice: 'permitRefused' })
      }
      step({ type: 'phase', phase: 'swapping' })
      isAsked = true
      const hash = await sendTransaction(config, {
        ...call,
        namespace: 'eip155',
        chainId: parseAccountId(account).chainId as never,
        signal: ending.signal,
      })
      const record = toSwapRecord(hash, 'swap', demand, { from, to }, state.price?.toAmount ?? agreed)
      keepSwapRecord(config, record)
      recordSentSwap(config, record, call.to)
      keepSignedPermit(config, account, undefined)
      step({ type: 'submitted', record })
      await follow(record)
    } catch (thrown) {
      refuse(toError(thrown), isAsked)
    }
  }

  /** Has the swap written, with the signature that goes with it; undefined where an approval is needed in its place. */
  async function build(demand: SwapDemand): Promise<CheckedCall | undefined> {
    const { slippage, permit, signsPermit } = state
    if (!signsPermit || !permit) return (await import('./buildSwap.js')).buildSwap(config, demand, { slippage })
    const { buildSwapByPermit } = await import('./buildSwapByPermit.js')
    return buildSwapByPermit(config, demand, { slippage, permit, signal: ending.signal })
  }

  async function approve(demand: SwapDemand, tokens: { from: SwapTokenInfo; to: SwapTokenInfo }): Promise<void> {
    step({ type: 'phase', phase: 'approving' })
    let isAsked = false
    try {
      await checkTokens([tokens.from, tokens.to])
      const { buildSwapApproval } = await import('./buildSwap.js')
      const call = await buildSwapApproval(config, demand)
      isAsked = true
      const { chainId } = parseAccountId(demand.account)
      const hash = await sendTransaction(config, { ...call, namespace: 'eip155', chainId: chainId as never })
      const record = toSwapRecord(hash, 'approval', demand, tokens, demand.minimum)
      keepSwapRecord(config, record)
      step({ type: 'approvalSent', record })
      await follow(record)
    } catch (thrown) {
      refuse(toError(thrown), isAsked)
    }
  }

  /** What was reviewed was read by the decimals that the server gave. */
  async function checkTokens(tokens: readonly SwapTokenInfo[]): Promise<void> {
    const { checkDecimals } = await import('./checkDecimals.js')
    await Promise.all(tokens.map((token) => checkDecimals(config, token)))
  }

  /** A quote older than 30 s is refetched before signing, and must still give the agreed minimum. */
  async function requirePrice(demand: SwapDemand): Promise<void> {
    const { price } = state
    if (price && Date.now() - price.at <= quoteLife) return
    const value = await getSwapQuote(config, demand)
    if (value.toAmount >= demand.minimum) return
    throw priceMoved()
  }

  function refuse(error: LatchkeyError, isAsked: boolean): void {
    const isMoved =
      error.details === 'priceMoved' || error.code === 'SWAP_UNSAFE' || error.code === 'EXECUTION_REVERTED'
    const notice =
      error.code === 'USER_REJECTED'
        ? 'rejected'
        : isAsked && unsure.includes(error.code)
          ? 'unknown'
          : error.details === 'priceMoved'
            ? 'priceMoved'
            : 'notSent'
    step({ type: 'refused', notice, error })
    if (isMoved) requote()
  }

  async function follow(record: SwapRecord): Promise<void> {
    const settled = await followSwap(config, record, ending.signal)
    // A chain that cannot be asked leaves it as it is: that much is known.
    if (!settled) return
    if (settled.kind === 'swap') {
      recordSentSwap(config, settled)
      return step({ type: 'settled', record: settled })
    }
    const isShown = () => state.record?.hash === record.hash
    if (!isShown()) return
    const { account, from } = settled
    const allowance = await getSwapAllowance(config, { token: from.token, account }).catch(() => undefined)
    if (!isShown()) return
    step({ type: 'allowance', allowance })
    if (settled.status !== 'confirmed' || (allowance !== undefined && allowance < BigInt(from.amount)))
      return step({ type: 'refused', notice: 'approvalFailed' })
    step({ type: 'approved', record: settled })
    requote()
  }

  function leave(): void {
    const { record, phase } = state
    if (!record || (phase !== 'submitted' && phase !== 'approvalSent')) return
    keepSwapRecord(config, { ...record, isLeft: true })
    step({ type: 'reset' })
  }

  const stopListening = createSentTransactions(config).subscribe(() => take(state))
  const stopWatching = config.subscribe(() => {
    const account = swapper(config)
    if (account === state.account) return
    clearTimeout(typing)
    held = []
    step({ type: 'moved', account })
  })

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      renewal ??= setInterval(renew, quoteRenewal)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(renewal)
        renewal = undefined
      }
    },
    begin() {
      if (state.phase === 'confirmed' || state.phase === 'failed') return step({ type: 'reset' })
      step({ type: 'edited' })
    },
    offer(told) {
      held = told
      take(state)
    },
    chooseFrom: (from) => edit({ from, amountText: '', wantedText: undefined }),
    chooseTo: (to) => edit({ to, wantedText: undefined }),
    editAmount: (amountText) => edit({ amountText, wantedText: undefined }),
    editWanted: (wantedText) => edit({ wantedText }),
    flip() {
      step({ type: 'flip' })
      requote()
    },
    max() {
      const { from } = state
      const all = from && heldOf(heldToken(from, balances()))
      if (!from || all === undefined) return
      const amount = isNative(from.address) ? all - all / feeReserve : all
      edit({ amountText: toAmountText(amount, from.decimals, separator), wantedText: undefined })
    },
    setSlippage(percent) {
      if (!(percent >= slippageBounds.min && percent <= slippageBounds.max)) return false
      step({ type: 'slippage', slippage: percent })
      return true
    },
    requote,
    review() {
      if (state.isReady && state.minimum !== undefined) step({ type: 'review', agreed: state.minimum })
    },
    confirm,
    leave,
    reset: () => step({ type: 'reset' }),
    destroy() {
      clearTimeout(typing)
      clearInterval(renewal)
      ending.abort()
      stopWatching()
      stopListening()
      listeners.clear()
    },
  }

  /** Refreshes the quote while subscribed. */
  function renew(): void {
    const { phase, quote } = state
    const isHidden = globalThis.document?.visibilityState === 'hidden'
    if (!isHidden && quote.status !== 'none' && quote.status !== 'loading' && isPriced(phase)) requote()
  }
}

function toError(thrown: unknown): LatchkeyError {
  return thrown instanceof LatchkeyError ? thrown : fromRpcError(thrown)
}
