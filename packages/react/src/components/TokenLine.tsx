import type { TokenBalance } from '@latchkey/core'
import { useFiat } from '../hooks/useFiat.js'
import { worthOf } from '../hooks/usePortfolio.js'
import { Picture } from '../primitives/Picture.js'
import { RowItem } from '../primitives/RowItem.js'
import { Amount } from './Amount.js'

/** A token that an account holds: to look at, or to choose. */
export function TokenLine({
  token,
  detail,
  onChoose,
  current,
}: {
  token: TokenBalance
  /** What is said below the name; how much there is when absent. */
  detail?: string
  onChoose?: () => void
  current?: boolean
}) {
  const { showFiat } = useFiat()
  const fiat = showFiat(worthOf(token))
  const line = (
    <>
      <Picture src={token.iconUrl || undefined} name={token.symbol || token.name} />
      <span className="lk-row-text">
        <span className="lk-row-title">
          <bdi className="lk-cut">{token.name || token.symbol}</bdi>
        </span>
        <span className="lk-row-detail">
          {detail ?? <Amount numeric={token.quantity.numeric} symbol={token.symbol} />}
        </span>
      </span>
      {fiat !== undefined && <span className="lk-row-end lk-token-value lk-number">{fiat}</span>}
    </>
  )
  return (
    <RowItem title={`${token.name}: ${token.quantity.numeric} ${token.symbol}`}>
      {onChoose ? (
        <button type="button" className="lk-row" onClick={onChoose} aria-current={current || undefined}>
          {line}
        </button>
      ) : (
        <div className="lk-row" data-still>
          {line}
        </div>
      )}
    </RowItem>
  )
}
