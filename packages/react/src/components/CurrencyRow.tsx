import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useCurrency } from '../hooks/useCurrency.js'
import { Fact } from '../primitives/Fact.js'

/** The currency that values are told in, and the way to another. */
export function CurrencyRow() {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  const { currency } = useCurrency()
  return (
    <Fact label={strings.currency}>
      <button
        type="button"
        className="lk-text-button"
        aria-label={strings.chosenCurrency(currency.toUpperCase())}
        onClick={() => modal.push({ view: 'Currencies' })}
      >
        {currency.toUpperCase()}
      </button>
    </Fact>
  )
}
