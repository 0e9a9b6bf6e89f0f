import { readAmount } from '@latchkey/core'
import { useId } from 'react'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { usePaymentStrings } from '../hooks/usePaymentStrings.js'
import type { PaymentToken } from '../hooks/usePaymentTokens.js'
import { AmountField } from '../primitives/AmountField.js'
import { Icon } from '../primitives/Icon.js'
import { IconButton } from '../primitives/IconButton.js'
import { Select } from '../primitives/Select.js'
import { shorten } from '../primitives/shorten.js'
import { clip } from './sendTexts.js'

/** How much of what to ask for, with what is wrong about it below. */
export function ReceiveAmount({
  text,
  onText,
  coins,
  chosen,
  onChoose,
  refused,
  onClose,
}: {
  text: string
  onText: (text: string) => void
  coins: readonly PaymentToken[]
  chosen: PaymentToken
  onChoose: (coin: PaymentToken) => void
  refused: boolean
  onClose: () => void
}) {
  const strings = useAccountStrings()
  const payment = usePaymentStrings()
  const id = useId()
  const { symbol, decimals } = chosen
  const read = readAmount(text, decimals)
  const texts: { readonly [problem: string]: string } = {
    unreadable: strings.amountUnreadable,
    ambiguous: strings.amountAmbiguous,
    decimals: strings.amountDecimals(clip(symbol), decimals),
    zero: strings.amountZero,
  }
  const trouble = typeof read === 'bigint' ? (refused ? payment.receiveUnlinked : undefined) : texts[read]
  return (
    <div className="lk-field" data-invalid={trouble ? true : undefined}>
      <div className="lk-field-line lk-field-foot">
        <span aria-hidden="true">{payment.receiveAmount}</span>
        <IconButton icon={<Icon name="close" />} label={payment.receivePlain} onClick={onClose} />
      </div>
      <AmountField
        id={id}
        label={payment.receiveAmount}
        value={text}
        onChange={onText}
        invalid={trouble !== undefined}
        describedBy={`${id}-help`}
        autoFocus
      >
        {coins.length > 1 ? (
          <Select
            label={payment.receiveToken}
            value={String(coins.indexOf(chosen))}
            options={coins.map((coin, index) => ({ value: String(index), text: labelOf(coin, coins) }))}
            onChange={(index) => {
              const coin = coins[Number(index)]
              if (coin) onChoose(coin)
            }}
          />
        ) : (
          <bdi>{clip(symbol)}</bdi>
        )}
      </AmountField>
      <p id={`${id}-help`} className="lk-field-help" role={trouble ? 'alert' : undefined}>
        {trouble}
      </p>
    </div>
  )
}

/** A symbol, with the contract beside it where another has the same. */
function labelOf({ symbol, address }: PaymentToken, coins: readonly PaymentToken[]): string {
  const isShared = coins.filter((other) => other.symbol === symbol).length > 1
  return address !== undefined && isShared ? `${clip(symbol)} ${shorten(address)}` : clip(symbol)
}
