import { showAmount, type TokenBalance } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useFiat } from '../hooks/useFiat.js'
import { usePortfolio } from '../hooks/usePortfolio.js'
import { useSendFlow } from '../hooks/useSendFlow.js'
import { AmountField } from '../primitives/AmountField.js'
import { Icon } from '../primitives/Icon.js'
import { Picture } from '../primitives/Picture.js'
import { balanceNote } from './balanceNote.js'
import { amountTrouble } from './sendTexts.js'

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

/** The chosen token, as a button that opens the token list. */
function TokenButton({ token }: { token: TokenBalance | undefined }) {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  return (
    <button
      type="button"
      className="lk-chip lk-token-button"
      data-picks="token"
      onClick={() => modal.push({ view: 'WalletSendSelectToken' })}
      title={token ? `${token.name} (${token.symbol})` : undefined}
    >
      {token && <Picture src={token.iconUrl || undefined} name={token.symbol || token.name} size={24} />}
      <bdi className="lk-cut">{token?.symbol ?? strings.chooseToken}</bdi>
      {token && <span className="lk-hidden">{strings.changeToken}</span>}
      <Icon name="down" size={16} />
    </button>
  )
}
