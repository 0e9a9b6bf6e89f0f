import { type FiatCurrency, fiatCurrencies } from '@latchkey/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { SearchField } from '../../../components/SearchField.js'
import { useLatchkey } from '../../../context.js'
import { useAccountStrings } from '../../../hooks/useAccountStrings.js'
import { useCurrency } from '../../../hooks/useCurrency.js'
import { useFiatRates } from '../../../hooks/useFiatRates.js'
import { Icon } from '../../../primitives/Icon.js'
import { Notice } from '../../../primitives/Notice.js'
import { Picture } from '../../../primitives/Picture.js'
import { Row } from '../../../primitives/Row.js'

/** Choose the currency that values are told in. */
export function Currencies() {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  const { currency, setCurrency } = useCurrency()
  const { data: rates } = useFiatRates()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const [first] = useState(currency)
  const all = useMemo(() => described(first), [first])
  const found = all.filter(({ code, name }) => matches(`${code} ${name}`, wanted))

  const choose = (chosen: FiatCurrency) => {
    setCurrency(chosen)
    modal.back()
  }
  return (
    <div className="lk-view">
      <SearchField text={search} onText={setSearch} label={strings.searchCurrencies} />
      {found.length === 0 ? (
        <Notice icon={<Icon name="coins" size={28} />} title={strings.noCurrencyFound} live />
      ) : (
        <ul className="lk-rows" aria-label={strings.viewCurrencies}>
          {found.map(({ currency: one, code, name, sign }) => (
            <Row
              key={code}
              picture={<Picture src={undefined} name={sign} />}
              title={name}
              detail={rates && rates[one] === undefined ? strings.currencyNoRate(code) : code}
              end={one === currency ? <Icon name="check" /> : undefined}
              current={one === currency}
              onClick={() => choose(one)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** All currencies in the order of their names in the reader's language, behind the one that is chosen. */
function described(first: FiatCurrency) {
  const names = new Intl.DisplayNames(undefined, { type: 'currency' })
  const all = fiatCurrencies.map((currency) => {
    const code = currency.toUpperCase()
    const format = new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
    return { currency, code, name: names.of(code) ?? code, sign }
  })
  const isFirst = ({ currency }: { currency: FiatCurrency }) => Number(currency === first)
  return all.sort((one, other) => isFirst(other) - isFirst(one) || one.name.localeCompare(other.name))
}

function matches(text: string, search: string): boolean {
  return text.toLowerCase().includes(search.trim().toLowerCase())
}
