import { showAmount, type TokenBalance } from '@latchkey/core'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useFiat } from '../hooks/useFiat.js'
import { usePortfolio } from '../hooks/usePortfolio.js'
import { useSendFlow } from '../hooks/useSendFlow.js'
import { AmountField } from '../primitives/AmountField.js'
import { balanceNote } from './balanceNote.js'
import { amountTrouble } from './sendTexts.js'
import { TokenButton } from './TokenButton.js'

/** How much, of what, what that is worth, and how much there is. */
export function AmountEntry({ id }: { id: string }) {
  const strings = useAccountStrings()
  const { state, edit, max } = useSendFlow()
  const { showFiat } = useFiat()
  const { age } = usePortfolio()
  const { draft, checks } = state
  const { token } = draft
  const trouble = amountTrouble(state, strings)
  return (
    <div className="lk-field" data-invalid={trouble ? true : undefined}>
      <AmountField
        id={id}
        label={strings.sendAmount}
        value={draft.amountText}
        onChange={(amountText) => edit({ amountText })}
        invalid={trouble !== undefined}
        describedBy={`${id}-help`}
      >
        <TokenButton token={token} />
      </AmountField>
      <div className="lk-field-line lk-field-foot">
        <span className="lk-number lk-cut">
          {token &&
            (token.price > 0
              ? showFiat(worthOf(token, draft.amountText === '' ? 0n : checks.amount))
              : !token.collectible && strings.noPrice)}
        </span>
        {token && (
          <span className="lk-available lk-number" title={`${token.quantity.numeric} ${token.symbol}`}>
            <bdi className="lk-cut" dir="auto">
              {strings.available(showAmount(token.quantity.numeric), token.symbol)}
            </bdi>
            <button type="button" className="lk-text-button" onClick={max}>
              {strings.max}
            </button>
          </span>
        )}
      </div>
      <p
        id={`${id}-help`}
        className="lk-field-help"
        data-note={!trouble || undefined}
        role={trouble ? 'alert' : undefined}
      >
        {trouble ?? balanceNote(token, age, strings)}
      </p>
    </div>
  )
}

function worthOf(token: TokenBalance, amount: bigint | undefined): number | undefined {
  return amount === undefined ? undefined : (Number(amount) / 10 ** Number(token.quantity.decimals)) * token.price
}
