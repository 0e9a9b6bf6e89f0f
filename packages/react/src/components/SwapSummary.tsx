import { formatAmount } from '@latchkey/core'
import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'
import { useSwapStrings } from '../hooks/useSwapStrings.js'
import type { HeldSwapToken } from '../hooks/useSwapTokens.js'
import { Icon } from '../primitives/Icon.js'
import { Picture } from '../primitives/Picture.js'
import { Amount } from './Amount.js'
import { shownDigits } from './swapTexts.js'

/** What is paid and what is received, one above the other. */
export function SwapSummary({
  from,
  to,
  paid,
  received,
  tokens,
}: {
  from: SwapTokenInfo
  to: SwapTokenInfo
  /** In base units of the token, as what is received. */
  paid: bigint
  received: bigint
  /** Those of the list, which have pictures. */
  tokens: readonly HeldSwapToken[]
}) {
  const strings = useSwapStrings()
  const iconOf = ({ address, logoUri }: SwapTokenInfo) =>
    logoUri ?? tokens.find((token) => token.address === address)?.logoUri
  const got = formatAmount(received, to.decimals)
  return (
    <div className="lk-swap-summary">
      <Line
        label={strings.swapPay}
        icon={iconOf(from)}
        symbol={from.symbol}
        numeric={formatAmount(paid, from.decimals)}
      />
      <Icon name="receive" />
      <Line label={strings.swapReceive} icon={iconOf(to)} symbol={to.symbol} numeric={got} shown={shownDigits(got)} />
    </div>
  )
}

function Line({
  label,
  icon,
  symbol,
  numeric,
  shown = numeric,
}: {
  label: string
  icon: string | null | undefined
  symbol: string
  numeric: string
  shown?: string
}) {
  return (
    <div className="lk-swap-line">
      <Picture src={icon || undefined} name={symbol} size={36} />
      <p>
        <span className="lk-field-label">{label}</span>
        <strong className="lk-number">
          <Amount numeric={numeric} symbol={symbol} exact shown={shown} />
        </strong>
      </p>
    </div>
  )
}
