import type { TokenBalance } from '@latchkey/protocol/api'
import { type AccountId, type Namespace, namespaces, parseAccountId, toAccountId } from '@latchkey/protocol/caip'
import { type ErrorCode, fromRpcError, isLatchkeyError } from '@latchkey/protocol/errors'
import { getConnection } from '../actions/getConnection.js'
import { quoteTransfer } from '../actions/quoteTransfer.js'
import { sendTransfer } from '../actions/sendTransfer.js'
import { watchContacts } from '../actions/watchContacts.js'
import { formatAmount } from '../chains/amount.js'
import type { Config } from '../createConfig.js'
import type { TransferQuote } from '../namespace.js'
import { forgetAsked, isAsked, keepAsked } from './askedTransfers.js'
import { knownReceivers } from './knownReceivers.js'
import { pendingAmount } from './pendingAmount.js'
import { saveRecentReceiver } from './recentReceivers.js'
import {
  type AvailableBalance,
  checkDraft,
  decimalSeparator,
  decimalsOf,
  heldOf,
  type SendChecks,
  type SendDraft,
  type SendToken,
  sendableOf,
  toAmountText,
  tokenAddress,
} from './sendDraft.js'
import { emptySend, type SendNotice, type SendQuote, type SendState, type SendStep, sendReducer } from './sendState.js'
import { createSentTransactions, type SentTransaction, type SentTransactions } from './sentTransactions.js'
import { subtractPending } from './subtractPending.js'
import { toSentTransaction } from './toSentTransaction.js'

/** A transfer with what is right and wrong about it. */
export type SendFlowState = SendState & {
  readonly checks: SendChecks
  /** True: the receiver looks like an address that is known, and the visitor has not said that it is meant; see `accept`. */
  readonly mustCompare: boolean
  /** True: nothing stands against a review. */
  readonly isReady: boolean
}

/** The journey of sending, without any drawing. */
export type SendFlow = {
  readonly sent: SentTransactions
  getState(): SendFlowState
  subscribe(listener: () => void): () => void
  /** Returns to the form; after a finished transfer, to an empty one. */
  begin(): void
  edit(change: Partial<SendDraft>): void
  /** Confirms that the receiver is meant which looks like an address that is known, or takes that back; it holds for that receiver only. */
  accept(isMeant: boolean): void
  /** Sets the balances of the account. */
  offer(balances: readonly TokenBalance[]): void
  /** Fills in all that can be sent: the native coin less its fee. */
  max(): Promise<void>
  /** Refetches the cost. */
  requote(): void
  review(): void
  /** Sends with the wallet, at most once per review; the outcome is in the state. */
  confirm(): Promise<void>
  /** Stops waiting for the wallet; its request may stay open there. */
  stop(): void
  reset(): void
  destroy(): void
}

/** Debounce of typing before a quote is requested, in milliseconds. */
const quoteDelay = 300

/** Faults that say for certain that the wallet sent nothing. */
const notSent: readonly ErrorCode[] = [
  'CHAIN_MISMATCH',
  'NOT_CONNECTED',
  'CONNECTION_PENDING',
  'UNAUTHORIZED',
  'UNSUPPORTED_METHOD',
  'INVALID_REQUEST',
  'INVALID_PARAMS',
  'INVALID_ADDRESS',
  'INVALID_AMOUNT',
  'EXECUTION_REVERTED',
  'INSUFFICIENT_FUNDS',
  'FEE_CAP_TOO_LOW',
  'GAS_TOO_LOW',
  'GAS_TOO_HIGH',
  'FEE_TOO_HIGH',
  'SENDING_UNSUPPORTED',
  'TRANSACTION_EXPIRED',
]

/** Faults after which what the visitor saw of the cost holds no longer. */
const stale: readonly ErrorCode[] = ['FEE_CAP_TOO_LOW', 'TRANSACTION_EXPIRED']

/**
 * Creates the journey of sending a coin or a token: draft, cost, review, wallet, block.
 *
 * @param config - The config.
 * @param parameters.locale - A BCP 47 tag for the separator of amounts. Default: the reader's.
 * @returns A store; `destroy` ends its watching.
 *
 * @example
 * import { createSendFlow, getBalances } from '@latchkey/core'
 * const flow = createSendFlow(config)
 * flow.offer(await getBalances(config, { account: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }))
 * flow.edit({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amountText: '0.5' })
 */
export function createSendFlow(config: Config, parameters: { locale?: string } = {}): SendFlow {
  const sent = createSentTransactions(config)
  const listeners = new Set<() => void>()
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastQuote = 0
  let checking: Promise<void> = Promise.resolve()
  let balances: readonly TokenBalance[] = []
  let state = complete(emptySend(sender(config), decimalSeparator(parameters.locale)))

  function complete(next: SendState): SendFlowState {
    const { draft, quote, badChecksum, separator, account } = next
    const family = account && parseAccountId(account).namespace
    const checks = checkDraft(draft, {
      isAddress: (text) => family !== undefined && isAddress(config, family, text),
      familyOf: (text) => namespaces.find((other) => other !== family && isAddress(config, other, text)),
      own: account ? parseAccountId(account).address : '',
      separator,
      badChecksum,
      quote: quote.status === 'ready' ? quote.value : undefined,
      known: account ? knownReceivers(config, account) : [],
    })
    const mustCompare = checks.lookAlike !== undefined && next.accepted !== draft.to.trim()
    const isReady = !checks.amountProblem && !checks.receiverProblem && !mustCompare && quote.status === 'ready'
    return { ...next, checks, mustCompare, isReady }
  }

  function step(next: SendStep): void {
    const after = sendReducer(state, next)
    if (after === state) return
    state = complete(after)
    for (const listener of [...listeners]) listener()
  }

  /** Requests a quote after the debounce; outdated responses are ignored. */
  function requote(): void {
    clearTimeout(timer)
    const { checks, draft, account } = state
    const { amount, amountProblem, receiverProblem } = checks
    const isAskable = amount !== undefined && !receiverProblem && (!amountProblem || amountProblem === 'fee')
    if (!isAskable || !account || !draft.token) {
      step({ type: 'quote', quote: { status: 'none' } })
      return
    }
    lastQuote += 1
    const id = lastQuote
    step({ type: 'quote', quote: { status: 'loading', id } })
    timer = setTimeout(async () => {
      try {
        await checking
        step({ type: 'quote', quote: { status: 'ready', id, value: await quote(amount, receiverOf(state)) } })
      } catch (thrown) {
        step({ type: 'quote', quote: { status: 'failed', id, error: fromRpcError(thrown) } })
      }
    }, quoteDelay)
  }

  async function quote(amount: bigint, to: string): Promise<TransferQuote> {
    const { account, draft } = state
    const told = await quoteTransfer(config, { to, amount, ...target(account, draft.token) })
    const chain = config.chains.find(({ caipNetworkId }) => account?.startsWith(`${caipNetworkId}:`))
    if (!account || !chain) return told
    const coin = { address: undefined, decimals: chain.nativeCurrency.decimals }
    const left = told.nativeBalance - pendingAmount(config, account, coin)
    return { ...told, nativeBalance: left > 0n ? left : 0n }
  }

  /** The spendable balances of the account. */
  function available(held: readonly AvailableBalance[]): readonly AvailableBalance[] {
    const { account } = state
    return account ? subtractPending(config, parseAccountId(account).address, held) : held
  }

  function offer(): void {
    const before = state.draft.token
    step({ type: 'offer', balances: available(balances) })
    if (state.draft.token !== before && state.phase === 'editing') requote()
  }

  async function checkSum(text: string): Promise<void> {
    const to = text.trim()
    const { account } = state
    const family = account && parseAccountId(account).namespace
    if (!family || !isAddress(config, family, to)) return step({ type: 'checksum', bad: undefined })
    const isRight = await config.namespace(family).hasValidChecksum(to)
    if (state.draft.to.trim() === to) step({ type: 'checksum', bad: isRight ? undefined : to })
  }

  function edit(change: Partial<SendDraft>, isMax?: boolean): void {
    if (state.phase !== 'editing') return
    const token = change.token && !change.token.collectible ? available([change.token])[0] : change.token
    step({
      type: 'edit',
      change: { ...change, ...(token ? { token } : {}) },
      ...(isMax === undefined ? {} : { isMax }),
    })
    if (change.to !== undefined) checking = checkSum(change.to).catch(() => {})
    requote()
  }

  async function max(): Promise<void> {
    const { draft, checks, account, separator } = state
    const { token } = draft
    const held = token && heldOf(token)
    if (!token || !account || held === undefined) return
    const isStill = () =>
      state.account === account && state.draft.token !== undefined && tokenAddress(state.draft.token) === undefined
    const fill = (amount: bigint) => edit({ amountText: toAmountText(amount, decimalsOf(token), separator) }, true)
    if (token.address !== undefined || held === 0n) {
      fill(held)
      return
    }
    try {
      // What it costs hardly depends on the amount, but asking with all of it would be refused.
      const own = parseAccountId(account).address
      const to = checks.receiverProblem ? own : receiverOf(state)
      // So little may be refused by a receiver; what it costs is then asked of a transfer to oneself.
      const cost = await quote(1n, to).catch(() => quote(1n, own))
      if (isStill()) fill(sendableOf(cost))
    } catch {
      if (isStill()) fill(held)
    }
  }

  async function confirm(): Promise<void> {
    const { phase, account, draft, checks } = state
    const { token } = draft
    if (phase !== 'preview' || !account || !token || checks.amount === undefined) return
    if (sender(config) !== account) return step({ type: 'moved', account: sender(config) })
    step({ type: 'ask' })
    const { intent } = state
    const to = receiverOf(state)
    let wasAsked = false
    const onAsk = () => {
      wasAsked = true
      keepAsked(config, account)
    }
    const maxFee = state.quote.status === 'ready' ? state.quote.value.fee : undefined
    let record: SentTransaction
    try {
      if (!token.collectible) {
        const { checkToken } = await import('./checkToken.js')
        await checkToken(config, parseAccountId(account).chainId, token)
      }
      const hash = await sendTransfer(config, {
        to,
        amount: checks.amount,
        onAsk,
        ...(maxFee === undefined ? {} : { maxFee }),
        ...target(account, token),
      })
      const amount = formatAmount(checks.amount, decimalsOf(token))
      record = toSentTransaction({ hash, account, to, amount, token })
    } catch (thrown) {
      const error = fromRpcError(thrown)
      const notice = wasAsked ? noticeOf(error.code) : 'notSent'
      if (wasAsked && notice !== 'unknown') forgetAsked(config, account)
      // The new cost comes with the notice, so that the visitor does not approve the old one again.
      const quote = stale.includes(error.code) ? await freshQuote(checks.amount, to) : undefined
      return step({ type: 'refused', intent, notice, error, ...(quote ? { quote } : {}) })
    }
    // An answer that comes after the visitor stopped waiting is still a transfer that happened.
    sent.add(record)
    forgetAsked(config, account)
    saveRecentReceiver(config, account, to)
    step({ type: 'submitted', intent, sent: record })
    // A chain that can no longer be asked leaves the transfer submitted: that much is known.
    const status = await sent.follow(record, ending.signal).catch(() => undefined)
    if (status) step({ type: 'settled', hash: record.hash, status })
  }

  /** The current cost of a reviewed transfer; undefined where the node gives none or the review has changed. */
  async function freshQuote(amount: bigint, to: string): Promise<SendQuote | undefined> {
    const { account, draft } = state
    const value = await quote(amount, to).catch(() => undefined)
    const isSame =
      state.account === account && state.draft.to === draft.to && state.draft.amountText === draft.amountText
    if (!value || !isSame) return undefined
    lastQuote += 1
    return { status: 'ready', id: lastQuote, value }
  }

  /** Warns who comes back to a page that was loaded anew while the wallet was asked. */
  function lookBack(): void {
    if (state.account && isAsked(config, state.account)) step({ type: 'asked' })
  }
  lookBack()

  const stopWatching = config.subscribe(() => {
    const account = sender(config)
    if (account === state.account) return
    clearTimeout(timer)
    step({ type: 'moved', account })
    lookBack()
    if (state.draft.to !== '') checking = checkSum(state.draft.to).catch(() => {})
  })

  const stopContacts = watchContacts(config, {
    onChange() {
      state = complete(state)
      for (const listener of [...listeners]) listener()
    },
  })
  const stopListening = sent.subscribe(offer)

  return {
    sent,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin() {
      if (['submitted', 'confirmed', 'failed'].includes(state.phase)) return step({ type: 'reset' })
      step({ type: 'stop' })
      step({ type: 'edited' })
    },
    edit: (change) => edit(change),
    accept: (isMeant) => step({ type: 'accept', isMeant }),
    offer(held) {
      balances = held
      offer()
    },
    max,
    requote,
    review() {
      if (state.isReady) step({ type: 'review' })
    },
    confirm,
    stop: () => step({ type: 'stop' }),
    reset() {
      clearTimeout(timer)
      step({ type: 'reset' })
      lookBack()
    },
    destroy() {
      clearTimeout(timer)
      ending.abort()
      stopWatching()
      stopContacts()
      stopListening()
      listeners.clear()
    },
  }
}

/** The account that would send, on the active chain. */
function sender(config: Config): AccountId | undefined {
  const { status, address, namespace } = getConnection(config)
  const chainId = config.state.chainIds[namespace]
  return status === 'connected' && address !== undefined && chainId !== undefined
    ? toAccountId(chainId, address)
    : undefined
}

function isAddress(config: Config, family: Namespace, text: string): boolean {
  try {
    return config.namespace(family).isAddress(text)
  } catch (error) {
    // A family that the app did not set up has no addresses that could be paid.
    if (isLatchkeyError(error, 'INVALID_CONFIG')) return false
    throw error
  }
}

/**
 * The receiver as wallets and nodes take it: an EVM address with a wrong checksum is written without any, as the visitor was
 * warned. In other families another case is another address.
 */
function receiverOf({ account, draft, badChecksum }: SendState): string {
  const to = draft.to.trim()
  return badChecksum === to && account?.startsWith('eip155:') ? to.toLowerCase() : to
}

function target(account: AccountId | undefined, token: SendToken | undefined) {
  const address = token && tokenAddress(token)
  return {
    ...(account ? { chainId: parseAccountId(account).chainId } : {}),
    ...(address ? { token: address } : {}),
    ...(token?.collectible ? { collectible: token.collectible } : {}),
  }
}

function noticeOf(code: ErrorCode): SendNotice {
  if (code === 'USER_REJECTED') return 'rejected'
  return notSent.includes(code) ? 'notSent' : 'unknown'
}
