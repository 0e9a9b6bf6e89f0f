import { formatAmount } from '@latchkey/core'
import type { SwapFlowState } from '@latchkey/core/swap'
import { type ReactNode, useState } from 'react'
import { useConnection } from '../hooks/useConnection.js'
import { useElapsed } from '../hooks/useElapsed.js'
import { useSwapStrings } from '../hooks/useSwapStrings.js'
import { Button } from '../primitives/Button.js'
import { exactAmount } from './Amount.js'
import { clip } from './sendTexts.js'
import { impactBounds, percent } from './swapTexts.js'

/** What can be done with a swap that was reviewed, or what it waits for. */
export function SwapAction({
  state,
  onConfirm,
  onLeave,
}: {
  state: SwapFlowState
  onConfirm: () => void
  onLeave: () => void
}) {
  const strings = useSwapStrings()
  const [isAgreed, setAgreed] = useState(false)
  const { phase, from, amount, price, needsApproval, signsPermit } = state
  if (phase === 'approving' || phase === 'signing' || phase === 'swapping')
    return <WalletAsked key={phase} phase={phase} />
  if (phase === 'approvalSent') {
    return (
      <>
        <Waits title={strings.swapApproving}>{strings.swapApprovingText}</Waits>
        <Button kind="secondary" onClick={onLeave}>
          {strings.swapLeave}
        </Button>
      </>
    )
  }
  const impact = price?.priceImpact ?? 0
  const isSevere = impact >= impactBounds.stop
  if (isSevere && !isAgreed) {
    return (
      <Button kind="danger" onClick={() => setAgreed(true)}>
        {strings.swapImpactAgree(percent(impact))}
      </Button>
    )
  }
  if (!from || amount === undefined) return null
  const paid = exactAmount(formatAmount(amount, from.decimals))
  const symbol = clip(from.symbol)
  const label = needsApproval ? strings.swapApprove(paid, symbol) : signsPermit ? strings.swapPermit : strings.swapNow
  return (
    <>
      {needsApproval && <p className="lk-lead">{strings.swapApproveText(paid, symbol)}</p>}
      {signsPermit && <p className="lk-lead">{strings.swapPermitText(paid, symbol)}</p>}
      <Button kind={isSevere ? 'danger' : 'primary'} onClick={onConfirm}>
        {label}
      </Button>
    </>
  )
}

/** The wallet is asked, and what to look for there. */
function WalletAsked({ phase }: { phase: 'approving' | 'signing' | 'swapping' }) {
  const strings = useSwapStrings()
  const { connector, wallet } = useConnection()
  const elapsed = useElapsed(true)
  const short = {
    approving: strings.swapCheckApprove,
    signing: strings.swapCheckPermit,
    swapping: strings.swapCheckSwap,
  }[phase]
  const text = { short, long: strings.confirmWaiting, veryLong: strings.confirmWaitingLong }[elapsed]
  return <Waits title={strings.confirmIn((wallet ?? connector)?.name ?? strings.manageWallets)}>{text}</Waits>
}

function Waits({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="lk-asking">
      <div role="status">
        <span className="lk-spinner" aria-hidden="true" />
        <span>
          <strong>{title}</strong>
          <br />
          {children}
        </span>
      </div>
    </div>
  )
}
