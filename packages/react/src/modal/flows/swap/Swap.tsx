import { formatAmount } from '@latchkey/core'
import { isSwapChain } from '@latchkey/core/swap'
import { type FormEvent, useEffect, useId } from 'react'
import { balanceNote } from '../../../components/balanceNote.js'
import { Slippage } from '../../../components/Slippage.js'
import { SwapFacts } from '../../../components/SwapFacts.js'
import { SwapSide } from '../../../components/SwapSide.js'
import { swapAmountTrouble, swapLabel, swapNotice, swapTrouble } from '../../../components/swapTexts.js'
import { useLatchkey } from '../../../context.js'
import { useChain } from '../../../hooks/useChain.js'
import { useFollowSent } from '../../../hooks/useFollowSent.js'
import { usePortfolio } from '../../../hooks/usePortfolio.js'
import { useSwapFlow } from '../../../hooks/useSwapFlow.js'
import { useSwapStrings } from '../../../hooks/useSwapStrings.js'
import { useSwapsFilled } from '../../../hooks/useSwapsFilled.js'
import { useSwapTokens } from '../../../hooks/useSwapTokens.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Callout } from '../../../primitives/Callout.js'
import { Icon } from '../../../primitives/Icon.js'
import { IconButton } from '../../../primitives/IconButton.js'
import { Skeleton } from '../../../primitives/Skeleton.js'

/** What to swap, for what, and how much. */
export function Swap() {
  const { config, modal } = useLatchkey()
  const strings = useSwapStrings()
  const { caipNetwork } = useChain()
  const chainId = caipNetwork?.caipNetworkId
  const { tokens, balances, isPending, isError, refetch } = useSwapTokens(chainId)
  const flow = useSwapFlow()
  const { state, begin, offer, chooseFrom } = flow
  const id = useId()
  useWalletGone()
  useFollowSent()
  const { age } = usePortfolio()

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

  const { from, to, price, quote, wantedText } = state
  const find = (address: string | undefined) => tokens.find((token) => token.address === address)
  const [paid, got] = [find(from?.address), find(to?.address)]
  const canRetry = quote.status === 'failed'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canRetry) return flow.requote()
    flow.review()
    if (flow.getState().phase === 'preview') modal.push({ view: 'SwapPreview' })
  }

  if (isError && tokens.length === 0) {
    return (
      <div className="lk-view">
        <Callout>{strings.swapTokensFailed}</Callout>
        <button type="button" className="lk-button" data-kind="primary" onClick={() => refetch()}>
          {strings.retry}
        </button>
      </div>
    )
  }
  if (isPending) return <Skeleton rows={3} />
  const notice = swapNotice(state, strings)
  const trouble = swapTrouble(state, strings)
  const isBusy = quote.status === 'loading'
  const received = wantedText ?? (to && price ? local(formatAmount(price.toAmount, to.decimals), state.separator) : '')
  const worthOf = (amount: bigint | undefined, decimals = 0, one = 0) =>
    amount === undefined || one <= 0 ? undefined : (Number(amount) / 10 ** decimals) * one
  return (
    <form className="lk-view lk-swap" onSubmit={submit} noValidate>
      {notice && <Callout>{notice}</Callout>}
      <div className="lk-swap-sides">
        <SwapSide
          id={`${id}-from`}
          side="from"
          token={from}
          value={state.amountText}
          worth={worthOf(state.amount, from?.decimals, paid?.price)}
          held={paid?.held ?? (from ? '0' : undefined)}
          note={balanceNote(paid, age, strings)}
          trouble={swapAmountTrouble(state, paid?.held ?? '0', strings)}
          onChange={flow.editAmount}
          onMax={flow.max}
        />
        <div className="lk-swap-flip">
          <IconButton
            icon={<Icon name="swap" />}
            label={strings.swapFlip}
            onClick={flow.flip}
            disabled={!from && !to}
          />
        </div>
        <SwapSide
          id={`${id}-to`}
          side="to"
          token={to}
          value={received}
          worth={worthOf(price?.toAmount, to?.decimals, got?.price)}
          held={got?.held}
          note={balanceNote(got, age, strings)}
          busy={isBusy && !price}
          onChange={flow.editWanted}
        />
      </div>
      <SwapFacts state={state} tokens={tokens} />
      {to && from && <Slippage value={state.slippage} onChange={flow.setSlippage} />}
      {trouble && (
        <p className="lk-warning-line" role="alert">
          <Icon name="warning" size={16} />
          <span>{trouble}</span>
        </p>
      )}
      <button
        type="submit"
        className="lk-button"
        data-kind="primary"
        disabled={!state.isReady && !canRetry}
        aria-busy={(isBusy && !price) || undefined}
      >
        {isBusy && !price && <span className="lk-spinner" aria-hidden="true" />}
        <span className="lk-button-label">{swapLabel(state, strings)}</span>
      </button>
    </form>
  )
}

/** At most eight digits after the separator: what comes out is an estimate. */
function local(numeric: string, separator: string): string {
  const [whole = '0', part = ''] = numeric.split('.')
  const kept = part.slice(0, whole === '0' ? 8 : 4).replace(/0+$/, '')
  return kept ? `${whole}${separator}${kept}` : whole
}
