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
  const { config } = useLatchkey()
  const strings = useBuyStrings()
  const { chainId, namespace } = useConnection()
  const { data: remote } = useRemoteFeatures()
  const order = useOrder(data?.symbol)
  const { token } = order
  const { buy, isStarting } = useBuy(order)
  useWalletGone()
  const chain = config.chains.find(({ caipNetworkId }) => caipNetworkId === chainId)

  if (order.isPending) return <Skeleton rows={3} />
  // A list that could not be read, or is of other networks, leaves nothing to choose.
  if (token === undefined)
    return (
      <div className="lk-view">
        <Notice icon={<Icon name="coins" size={28} />} title={strings.buyNothing} live>
          {strings.buyNothingText}
        </Notice>
      </div>
    )
  return (
    <div className="lk-view">
      <UnderWay />
      <PaymentEntry order={order} />
      <div className="lk-field">
        <div className="lk-field-line">
          <span className="lk-cut lk-buy-network">{chain && strings.buyOn(chain.name)}</span>
          <Select
            label={strings.buyToken}
            value={token.symbol}
            onChange={order.setWanted}
            options={order.sold.map(({ symbol }) => plain(symbol))}
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
              disabled={order.payment === undefined || isStarting}
              onClick={() => void buy(provider)}
            />
          ))}
      </ul>
    </div>
  )
}

type Order = ReturnType<typeof useOrder>

const { min } = paymentLimits.card
const { max } = paymentLimits.ach_bank_account

/** What was chosen, and what it would bring. */
function useOrder(symbol: string | undefined) {
  const { chainId } = useConnection()
  const { data: options, isPending } = useOnrampOptions()
  const { currency: shown } = useCurrency()
  const [amountText, setAmountText] = useState('100')
  const [currency, setCurrency] = useState<PaymentCurrency>(
    () => paymentCurrencies.find((one) => one.toLowerCase() === shown) ?? 'USD',
  )
  const [wanted, setWanted] = useState(symbol)
  const sold = (options?.purchaseCurrencies ?? []).filter(({ networks }) =>
    networks.some(({ chain_id: sold }) => sold === chainId),
  )
  const token = sold.find((one) => one.symbol === wanted) ?? sold[0]
  const entered = readPayment(amountText)
  const isWithin = entered !== undefined && Number(entered) >= Number(min) && Number(entered) <= Number(max)
  const payment = isWithin ? entered : undefined
  const quoted = useDeferredValue(payment)
  const quote = useOnrampQuote({ chainId, symbol: token?.symbol, currency, payment: quoted })
  return {
    isPending,
    sold,
    token,
    setWanted,
    currency,
    setCurrency,
    amountText,
    setAmountText,
    payment,
    quote: quoted === undefined ? undefined : quote,
  }
}

/** Opens the provider's window and begins the purchase. */
function useBuy({ token, currency, payment }: Order) {
  const { modal, toasts } = useLatchkey()
  const strings = useBuyStrings()
  const { caipAddress } = useConnection()
  const { mutateAsync: startPurchase, isPending: isStarting } = useStartPurchase()
  const { keep } = useKeptPurchase(caipAddress)
  const buy = async (provider: string) => {
    if (token === undefined || payment === undefined || caipAddress === undefined) return
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
  return { buy, isStarting }
}

/** The way back to a purchase that has not arrived yet. */
function UnderWay() {
  const { modal } = useLatchkey()
  const strings = useBuyStrings()
  const { caipAddress } = useConnection()
  const { kept } = useKeptPurchase(caipAddress)
  if (!kept) return null
  const { id: purchaseId, url, provider } = kept
  return (
    <ul className="lk-rows">
      <Row
        picture={<Icon name="activity" />}
        title={strings.buyUnderWay}
        end={<Icon name="forward" size={16} />}
        onClick={() => modal.push({ view: 'BuyInProgress', data: { purchaseId, url, provider } })}
      />
    </ul>
  )
}

function PaymentEntry({ order }: { order: Order }) {
  const strings = useBuyStrings()
  const id = useId()
  const { amountText, currency, payment, token } = order
  const trouble = amountText !== '' && payment === undefined
  return (
    <div className="lk-field" data-invalid={trouble ? true : undefined}>
      <span className="lk-field-label" aria-hidden="true">
        {strings.buyAmount}
      </span>
      <AmountField
        id={id}
        label={strings.buyAmount}
        value={amountText}
        onChange={order.setAmountText}
        invalid={trouble}
        describedBy={`${id}-help`}
      >
        <Select
          label={strings.buyCurrency}
          value={currency}
          onChange={order.setCurrency}
          options={paymentCurrencies.map(plain)}
        />
      </AmountField>
      <div className="lk-field-line lk-field-foot">
        <span className="lk-number" role="status">
          {token && order.quote?.data
            ? strings.buyGet(showAmount(order.quote.data.purchaseAmount.amount), token.symbol)
            : order.quote?.isError
              ? strings.buyNoQuote
              : '\u00a0'}
        </span>
      </div>
      <p id={`${id}-help`} className="lk-field-help" role={trouble ? 'alert' : undefined}>
        {trouble && strings.buyLimits(local(min), local(max), currency)}
      </p>
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
