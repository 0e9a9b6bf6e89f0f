import { formatAmount, parseAccountId } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { Amount, exactAmount } from '../../../components/Amount.js'
import { SwapFacts } from '../../../components/SwapFacts.js'
import { clip } from '../../../components/sendTexts.js'
import { impactBounds, percent, swapNotice } from '../../../components/swapTexts.js'
import { useLatchkey } from '../../../context.js'
import { useChain } from '../../../hooks/useChain.js'
import { useConnection } from '../../../hooks/useConnection.js'
import { useElapsed } from '../../../hooks/useElapsed.js'
import { useSwapFlow } from '../../../hooks/useSwapFlow.js'
import { useSwapStrings } from '../../../hooks/useSwapStrings.js'
import { useSwapTokens } from '../../../hooks/useSwapTokens.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Button } from '../../../primitives/Button.js'
import { Callout } from '../../../primitives/Callout.js'
import { Fact } from '../../../primitives/Fact.js'
import { Icon } from '../../../primitives/Icon.js'
import { Picture } from '../../../primitives/Picture.js'
import { Skeleton } from '../../../primitives/Skeleton.js'

/** The last look before the wallet is asked, for the approval first where one is needed, and the waiting for its answer. */
export function SwapPreview() {
  const { modal } = useLatchkey()
  const strings = useSwapStrings()
  const { chains } = useChain()
  const { connector, wallet } = useConnection()
  const { state, confirm, leave } = useSwapFlow()
  const { phase, account, from, to, amount, price, slippage, needsApproval, notice } = state
  const chain = chains.find(({ caipNetworkId }) => account && caipNetworkId === parseAccountId(account).chainId)
  const { tokens } = useSwapTokens(chain?.caipNetworkId)
  const isAsking = phase === 'approving' || phase === 'swapping'
  const elapsed = useElapsed(isAsking)
  const [isAgreed, setAgreed] = useState(false)
  useWalletGone()

  useEffect(() => {
    const { stack, open } = modal.getState()
    if (!open) return
    if (phase === 'submitted' || phase === 'confirmed' || phase === 'failed') modal.reset({ view: 'SwapProgress' })
    else if (phase === 'editing' && stack.some(({ view }) => view === 'Swap')) modal.backTo('Swap')
    else if (phase === 'editing') modal.replace({ view: 'Swap' })
  }, [phase, modal])

  if (!from || !to || amount === undefined) return null
  // After a reload the approval is known before the price is.
  if (!price) return <Skeleton rows={3} />
  const listed = (address: string) => tokens.find((token) => token.address === address)
  const impact = price.priceImpact ?? 0
  const isSevere = impact >= impactBounds.stop
  const paid = exactAmount(formatAmount(amount, from.decimals))
  const said = swapNotice(state, strings)
  const waiting = {
    short: phase === 'approving' ? strings.swapCheckApprove : strings.swapCheckSwap,
    long: strings.confirmWaiting,
    veryLong: strings.confirmWaitingLong,
  }
  return (
    <div className="lk-view lk-preview">
      {said && !isAsking && <Callout tone={notice === 'rejected' ? 'neutral' : 'warning'}>{said}</Callout>}
      {impact >= impactBounds.warn && (
        <Callout tone={isSevere ? 'danger' : 'warning'}>{strings.swapImpactHigh(percent(impact))}</Callout>
      )}
      <div className="lk-swap-summary">
        <Line
          label={strings.swapPay}
          icon={from.logoUri ?? listed(from.address)?.logoUri}
          symbol={from.symbol}
          numeric={formatAmount(amount, from.decimals)}
        />
        <Icon name="receive" />
        <Line
          label={strings.swapReceive}
          icon={to.logoUri ?? listed(to.address)?.logoUri}
          symbol={to.symbol}
          numeric={formatAmount(price.toAmount, to.decimals)}
        />
      </div>
      <SwapFacts state={state} tokens={tokens}>
        <Fact label={strings.swapSlippage}>
          <span className="lk-number">{percent(slippage / 100)}</span>
        </Fact>
        <Fact label={strings.previewNetwork}>
          <Picture src={chain?.iconUrl} name={chain?.name ?? '?'} size={20} />
          <span className="lk-cut">{chain?.name ?? strings.unknownNetwork}</span>
        </Fact>
      </SwapFacts>
      {phase === 'approvalSent' ? (
        <>
          <div className="lk-asking">
            <div role="status">
              <span className="lk-spinner" aria-hidden="true" />
              <span>
                <strong>{strings.swapApproving}</strong>
                <br />
                {strings.swapApprovingText}
              </span>
            </div>
          </div>
          <Button kind="secondary" onClick={leave}>
            {strings.swapLeave}
          </Button>
        </>
      ) : isAsking ? (
        <div className="lk-asking">
          <div role="status">
            <span className="lk-spinner" aria-hidden="true" />
            <span>
              <strong>{strings.confirmIn((wallet ?? connector)?.name ?? strings.manageWallets)}</strong>
              <br />
              {waiting[elapsed]}
            </span>
          </div>
        </div>
      ) : isSevere && !isAgreed ? (
        <Button kind="danger" onClick={() => setAgreed(true)}>
          {strings.swapImpactAgree(percent(impact))}
        </Button>
      ) : (
        <>
          {needsApproval && <p className="lk-lead">{strings.swapApproveText(paid, clip(from.symbol))}</p>}
          <Button kind={isSevere ? 'danger' : 'primary'} onClick={confirm}>
            {needsApproval ? strings.swapApprove(paid, clip(from.symbol)) : strings.swapNow}
          </Button>
        </>
      )}
    </div>
  )
}

function Line({
  label,
  icon,
  symbol,
  numeric,
}: {
  label: string
  icon: string | null | undefined
  symbol: string
  numeric: string
}) {
  return (
    <div className="lk-swap-line">
      <Picture src={icon || undefined} name={symbol} size={36} />
      <p>
        <span className="lk-field-label">{label}</span>
        <strong className="lk-number">
          <Amount numeric={numeric} symbol={symbol} />
        </strong>
      </p>
    </div>
  )
}
