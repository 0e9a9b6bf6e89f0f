import { parseAccountId } from '@latchkey/core'
import { useEffect } from 'react'
import { SwapAction } from '../../../components/SwapAction.js'
import { SwapFacts } from '../../../components/SwapFacts.js'
import { SwapSummary } from '../../../components/SwapSummary.js'
import { impactBounds, percent, swapNotice } from '../../../components/swapTexts.js'
import { useLatchkey } from '../../../context.js'
import { useChain } from '../../../hooks/useChain.js'
import { useSwapFlow } from '../../../hooks/useSwapFlow.js'
import { useSwapStrings } from '../../../hooks/useSwapStrings.js'
import { useSwapTokens } from '../../../hooks/useSwapTokens.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Callout } from '../../../primitives/Callout.js'
import { Fact } from '../../../primitives/Fact.js'
import { Picture } from '../../../primitives/Picture.js'
import { Skeleton } from '../../../primitives/Skeleton.js'

/** The last look before the wallet is asked, for the approval first where one is needed, and the waiting for its answer. */
export function SwapPreview() {
  const { modal } = useLatchkey()
  const strings = useSwapStrings()
  const { chains } = useChain()
  const { state, confirm, leave } = useSwapFlow()
  const { phase, account, from, to, amount, price, slippage, notice } = state
  const chain = chains.find(({ caipNetworkId }) => account && caipNetworkId === parseAccountId(account).chainId)
  const { tokens } = useSwapTokens(chain?.caipNetworkId)
  const isAsking = phase === 'approving' || phase === 'signing' || phase === 'swapping'
  useWalletGone()

  useEffect(() => {
    const { stack, open } = modal.getState()
    // Shown a moment longer while the code of the next view loads, this view leads nowhere any more.
    if (!open || stack.at(-1)?.view !== 'SwapPreview') return
    if (phase === 'submitted' || phase === 'confirmed' || phase === 'failed') modal.reset({ view: 'SwapProgress' })
    else if (phase === 'editing' && stack.some(({ view }) => view === 'Swap')) modal.backTo('Swap')
    else if (phase === 'editing') modal.replace({ view: 'Swap' })
  }, [phase, modal])

  if (!from || !to || amount === undefined) return null
  // After a reload the approval is known before the price is.
  if (!price) return <Skeleton rows={3} />
  const impact = price.priceImpact ?? 0
  const said = swapNotice(state, strings)
  return (
    <div className="lk-view lk-preview">
      {said && !isAsking && <Callout tone={notice === 'rejected' ? 'neutral' : 'warning'}>{said}</Callout>}
      {impact >= impactBounds.warn && (
        <Callout tone={impact >= impactBounds.stop ? 'danger' : 'warning'}>
          {strings.swapImpactHigh(percent(impact))}
        </Callout>
      )}
      <SwapSummary from={from} to={to} paid={amount} received={price.toAmount} tokens={tokens} />
      <SwapFacts state={state} tokens={tokens}>
        <Fact label={strings.swapSlippage}>
          <span className="lk-number">{percent(slippage / 100)}</span>
        </Fact>
        <Fact label={strings.previewNetwork}>
          <Picture src={chain?.iconUrl} name={chain?.name ?? '?'} size={20} />
          <span className="lk-cut">{chain?.name ?? strings.unknownNetwork}</span>
        </Fact>
      </SwapFacts>
      <SwapAction state={state} onConfirm={confirm} onLeave={leave} />
    </div>
  )
}
