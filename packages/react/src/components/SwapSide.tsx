import { showAmount } from '@latchkey/core'
import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'
import { useLatchkey } from '../context.js'
import { useFiat } from '../hooks/useFiat.js'
import { useSwapStrings } from '../hooks/useSwapStrings.js'
import { AmountField } from '../primitives/AmountField.js'
import { Icon } from '../primitives/Icon.js'
import { Picture } from '../primitives/Picture.js'

/** One side of a swap: how much, of what, what that is worth, and how much there is. */
export function SwapSide({
  id,
  side,
  token,
  value,
  exact,
  worth,
  held,
  note,
  trouble,
  busy = false,
  onChange,
  onMax,
}: {
  id: string
  side: 'from' | 'to'
  token: SwapTokenInfo | undefined
  value: string
  /** All digits of an amount that the field shows cut. */
  exact?: string | undefined
  /** In US dollars; undefined where there is no price. */
  worth: number | undefined
  held: string | undefined
  /** What is said of the balance while nothing is wrong. */
  note?: string
  trouble?: string | undefined
  /** True while the amount is being asked for. */
  busy?: boolean
  onChange: (text: string) => void
  onMax?: () => void
}) {
  const strings = useSwapStrings()
  const label = side === 'from' ? strings.swapPay : strings.swapReceive
  return (
    <div className="lk-field" data-invalid={trouble ? true : undefined}>
      <span className="lk-field-label" aria-hidden="true">
        {label}
      </span>
      <div className="lk-swap-amount" data-busy={busy || undefined}>
        <AmountField
          id={id}
          label={label}
          value={value}
          title={exact && token && `${exact} ${token.symbol}`}
          onChange={onChange}
          invalid={trouble !== undefined}
          describedBy={`${id}-help`}
        >
          <TokenButton side={side} token={token} />
        </AmountField>
      </div>
      <Footer token={token} value={value} worth={worth} held={held} onMax={onMax} />
      <p
        id={`${id}-help`}
        className="lk-field-help"
        data-note={!trouble || undefined}
        role={trouble ? 'alert' : undefined}
      >
        {trouble ?? note}
      </p>
    </div>
  )
}

/** The token of a side, which opens the list. */
function TokenButton({ side, token }: { side: 'from' | 'to'; token: SwapTokenInfo | undefined }) {
  const { modal } = useLatchkey()
  const strings = useSwapStrings()
  return (
    <button
      type="button"
      className="lk-chip lk-token-button"
      data-picks={side}
      onClick={() => modal.push({ view: 'SwapSelectToken', data: { side } })}
      title={token ? `${token.name} (${token.symbol})` : undefined}
    >
      {token && <Picture src={token.logoUri || undefined} name={token.symbol || token.name} size={24} />}
      <bdi className="lk-cut">{token?.symbol ?? strings.swapChooseToken}</bdi>
      {token && <span className="lk-hidden">{strings.changeToken}</span>}
      <Icon name="down" size={16} />
    </button>
  )
}

/** What the amount is worth, and how much there is. */
function Footer({
  token,
  value,
  worth,
  held,
  onMax,
}: {
  token: SwapTokenInfo | undefined
  value: string
  worth: number | undefined
  held: string | undefined
  onMax: (() => void) | undefined
}) {
  const strings = useSwapStrings()
  const { showFiat } = useFiat()
  return (
    <div className="lk-field-line lk-field-foot">
      <span className="lk-number lk-cut">
        {token && (worth === undefined ? (value === '' ? '' : strings.noPrice) : showFiat(worth))}
      </span>
      {token && held !== undefined && (
        <span className="lk-available lk-number" title={`${held} ${token.symbol}`}>
          <bdi className="lk-cut" dir="auto">
            {strings.swapAvailable(showAmount(held))}
          </bdi>
          {onMax && (
            <button type="button" className="lk-text-button" onClick={onMax}>
              {strings.max}
            </button>
          )}
        </span>
      )}
    </div>
  )
}
