import { formatAmount } from '@latchkey/core'
import type { SwapFlow, SwapFlowState } from '@latchkey/core/swap'
import { useId } from 'react'
import { usePortfolio } from '../hooks/usePortfolio.js'
import { useSwapStrings } from '../hooks/useSwapStrings.js'
import type { HeldSwapToken } from '../hooks/useSwapTokens.js'
import { Icon } from '../primitives/Icon.js'
import { IconButton } from '../primitives/IconButton.js'
import { balanceNote } from './balanceNote.js'
import { SwapSide } from './SwapSide.js'
import { shownDigits, swapAmountTrouble } from './swapTexts.js'

/** Both sides of a swap, and what turns them around. */
export function SwapSides({
  flow,
  tokens,
}: {
  flow: SwapFlow & { readonly state: SwapFlowState }
  tokens: readonly HeldSwapToken[]
}) {
  const strings = useSwapStrings()
  const id = useId()
  const { age } = usePortfolio()
  const { state } = flow
  const { from, to, price, quote, wantedText } = state
  const find = (address: string | undefined) => tokens.find((token) => token.address === address)
  const [paid, got] = [find(from?.address), find(to?.address)]
  const estimate = to && price ? formatAmount(price.toAmount, to.decimals) : ''
  const received = wantedText ?? shownDigits(estimate).replace('.', state.separator)
  const worthOf = (amount: bigint | undefined, decimals = 0, one = 0) =>
    amount === undefined || one <= 0 ? undefined : (Number(amount) / 10 ** decimals) * one
  return (
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
        <IconButton icon={<Icon name="swap" />} label={strings.swapFlip} onClick={flow.flip} disabled={!from && !to} />
      </div>
      <SwapSide
        id={`${id}-to`}
        side="to"
        token={to}
        value={received}
        exact={wantedText === undefined ? estimate : undefined}
        worth={worthOf(price?.toAmount, to?.decimals, got?.price)}
        held={got?.held}
        note={balanceNote(got, age, strings)}
        busy={quote.status === 'loading' && !price}
        onChange={flow.editWanted}
      />
    </div>
  )
}
