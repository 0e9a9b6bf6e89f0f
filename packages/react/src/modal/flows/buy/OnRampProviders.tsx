import { showAmount } from '@latchkey/core'
import { feeRange, type PaymentCurrency, paymentCurrencies, paymentLimits } from '@latchkey/protocol/onrampApi'
import { useDeferredValue, useId, useState } from 'react'
import { readPayment } from '../../../components/readPayment.js'
import { useLatchkey } from '../../../context.js'
import { useBuyStrings } from '../../../hooks/useBuyStrings.js'
import { useConnection } from '../../../hooks/useConnection.js'
import { useCurrency } from '../../../hooks/useCurrency.js'
import { useKeptPurchase } from '../../../hooks/useKeptPurchase.js'
import { useOnrampOptions } from '../../../hooks/useOnrampOptions.js'
import { useOnrampQuote } from '../../../hooks/useOnrampQuote.js'
import { useRemoteFeatures } from '../../../hooks/useRemoteFeatures.js'
import { useStartPurchase } from '../../../hooks/useStartPurchase.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { AmountField } from '../../../primitives/AmountField.js'
import { Icon } from '../../../primitives/Icon.js'
import { Notice } from '../../../primitives/Notice.js'
import { Picture } from '../../../primitives/Picture.js'
import { Row } from '../../../primitives/Row.js'
import { Select } from '../../../primitives/Select.js'
import { Skeleton } from '../../../primitives/Skeleton.js'
import type { Routes } from '../../routes.js'

/** What to buy, for how much, and from whom. */
export function OnRampProviders({ data }: { data: Routes['OnRampProviders'] }) {
  const { config, modal, toasts } = useLatchkey()
  const strings = useBuyStrings()
  const { caipAddress, chainId, namespace } = useConnection()
  const { data: remote } = useRemoteFeatures()
  const { data: options, isPending } = useOnrampOptions()
  const { mutateAsync: startPurchase, isPending: isStarting } = useStartPurchase()
  const { kept, keep } = useKeptPurchase(caipAddress)
  const [amountText, setAmountText] = useState('100')
  const { currency: shown } = useCurrency()
  const [currency, setCurrency] = useState<PaymentCurrency>(
    () => paymentCurrencies.find((one) => one.toLowerCase() === shown) ?? 'USD',
  )
  const [wanted, setWanted] = useState(data?.symbol)
  const id = useId()
  useWalletGone()

  const sold = (options?.purchaseCurrencies ?? []).filter(({ networks }) =>
    networks.some(({ chain_id: sold }) => sold === chainId),
  )
  const token = sold.find(({ symbol }) => symbol === wanted) ?? sold[0]
  const payment = readPayment(amountText)
  const { min } = paymentLimits.card
  const { max } = paymentLimits.ach_bank_account
  const isWithin = payment !== undefined && Number(payment) >= Number(min) && Number(payment) <= Number(max)
  const order = useDeferredValue(isWithin ? payment : undefined)
  const quote = useOnrampQuote({ chainId, symbol: token?.symbol, currency, payment: order })
  const chain = config.chains.find(({ caipNetworkId }) => caipNetworkId === chainId)

  if (isPending) return <Skeleton rows={3} />
  // A list that could not be read, or is of other networks, leaves nothing to choose.
  if (token === undefined)
    return (
      <div className="lk-view">
        <Notice icon={<Icon name="coins" size={28} />} title={strings.buyNothing} live>
          {strings.buyNothingText}
        </Notice>
      </div>
    )

  const buy = async (provider: string) => {
    if (!isWithin || caipAddress === undefined) return
    // A window that opens later than the click is blocked; it learns nothing of this page.
    const popup = window.open('about:blank', '_blank', 'popup,width=600,height=800')
    if (popup) popup.opener = null
    try {
      const { url, purchaseId } = await startPurchase({ provider, symbol: token.symbol, currency, payment })
      if (popup) popup.location.href = url
      if (purchaseId !== undefined) keep({ account: caipAddress, id: purchaseId, url, provider })
      modal.push({ view: 'BuyInProgress', data: { purchaseId, url, provider } })
    } catch {
      popup?.close()
      toasts.show(strings.buyFailed, 'error')
    }
  }
  const trouble = amountText !== '' && !isWithin
  return (
    <div className="lk-view">
      {kept && (
        <ul className="lk-rows">
          <Row
            picture={<Icon name="activity" />}
            title={strings.buyUnderWay}
            end={<Icon name="forward" size={16} />}
            onClick={() =>
              modal.push({
                view: 'BuyInProgress',
                data: { purchaseId: kept.id, url: kept.url, provider: kept.provider },
              })
            }
          />
        </ul>
      )}
      <div className="lk-field" data-invalid={trouble ? true : undefined}>
        <span className="lk-field-label" aria-hidden="true">
          {strings.buyAmount}
        </span>
        <AmountField
          id={id}
          label={strings.buyAmount}
          value={amountText}
          onChange={setAmountText}
          invalid={trouble}
          describedBy={`${id}-help`}
        >
          <Select
            label={strings.buyCurrency}
            value={currency}
            onChange={setCurrency}
            options={paymentCurrencies.map(plain)}
          />
        </AmountField>
        <div className="lk-field-line lk-field-foot">
          <span className="lk-number" role="status">
            {quote.data && order !== undefined
              ? strings.buyGet(showAmount(quote.data.purchaseAmount.amount), token.symbol)
              : quote.isError && order !== undefined
                ? strings.buyNoQuote
                : '\u00a0'}
          </span>
        </div>
        <p id={`${id}-help`} className="lk-field-help" role={trouble ? 'alert' : undefined}>
          {trouble && strings.buyLimits(local(min), local(max), currency)}
        </p>
      </div>
      <div className="lk-field">
        <div className="lk-field-line">
          <span className="lk-cut lk-buy-network">{chain && strings.buyOn(chain.name)}</span>
          <Select
            label={strings.buyToken}
            value={token.symbol}
            onChange={setWanted}
            options={sold.map(({ symbol }) => plain(symbol))}
          />
        </div>
      </div>
      <ul className="lk-rows" aria-label={strings.buyProviders}>
        {(remote?.onramp ?? [])
          .filter((provider) => sells(provider, namespace))
          .map((provider) => (
            <Row
              key={provider}
              picture={<Picture src={undefined} name={nameOf(provider, strings.buyNames)} shape="square" />}
              title={nameOf(provider, strings.buyNames)}
              detail={strings.buyFee(feeRange)}
              end={<Icon name="external" size={16} />}
              disabled={!isWithin || isStarting}
              onClick={() => void buy(provider)}
            />
          ))}
      </ul>
    </div>
  )
}

function plain<value extends string>(value: value) {
  return { value, text: value }
}

function local(limit: string): string {
  return new Intl.NumberFormat().format(Number(limit))
}

/** Coinbase sells on EVM chains alone. */
function sells(provider: string, namespace: string): boolean {
  return provider !== 'coinbase' || namespace === 'eip155'
}

function nameOf(provider: string, names: { readonly [id: string]: string }): string {
  return (Object.hasOwn(names, provider) ? names[provider] : undefined) ?? provider
}
