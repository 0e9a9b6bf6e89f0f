import type { OnrampQuote } from '@latchkey/protocol/onrampApi'
import { parseUnits } from 'viem'
import { OnrampFault } from './onrampFault.js'
import type { Order } from './onrampProvider.js'

const units = (amount: string) => parseUnits(amount, 18)

/** Passes a quote on where it is one of what was asked: the same payment, something for it, and no more taken than paid. */
export function checkQuote(provider: string, order: Order, quote: OnrampQuote): OnrampQuote {
  const { paymentTotal, paymentSubtotal, purchaseAmount, networkFee } = quote
  const isOfOrder =
    [paymentTotal, paymentSubtotal, networkFee].every(({ currency }) => currency === order.currency) &&
    purchaseAmount.currency === order.symbol &&
    units(paymentTotal.amount) === units(order.payment)
  const isFair =
    units(purchaseAmount.amount) > 0n &&
    units(paymentSubtotal.amount) > 0n &&
    units(paymentSubtotal.amount) <= units(paymentTotal.amount) &&
    units(networkFee.amount) < units(paymentTotal.amount)
  if (isOfOrder && isFair) return quote
  throw new OnrampFault('API_BAD_ANSWER', provider, 'quoted something else than was asked')
}
