import type { FormEvent } from 'react'
import { Slippage } from '../../../components/Slippage.js'
import { SwapFacts } from '../../../components/SwapFacts.js'
import { SwapSides } from '../../../components/SwapSides.js'
import { swapLabel, swapNotice, swapTrouble } from '../../../components/swapTexts.js'
import { useLatchkey } from '../../../context.js'
import { useFollowSent } from '../../../hooks/useFollowSent.js'
import { useSwapForm } from '../../../hooks/useSwapForm.js'
import { useSwapStrings } from '../../../hooks/useSwapStrings.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Callout } from '../../../primitives/Callout.js'
import { Icon } from '../../../primitives/Icon.js'
import { Skeleton } from '../../../primitives/Skeleton.js'

/** What to swap, for what, and how much. */
export function Swap() {
  const { modal } = useLatchkey()
  const strings = useSwapStrings()
  const { flow, listed } = useSwapForm()
  const { tokens, isPending, isError, refetch } = listed
  const { state } = flow
  useWalletGone()
  useFollowSent()

  const { from, to, price, quote } = state
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
  return (
    <form className="lk-view lk-swap" onSubmit={submit} noValidate>
      {notice && <Callout>{notice}</Callout>}
      <SwapSides flow={flow} tokens={tokens} />
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
