import { useMemo } from 'react'
import { useLatchkey } from '../context.js'
import type { Strings } from '../strings/en.js'
import { type PaymentStrings, paymentStrings } from '../strings/paymentStrings.js'

/** All sentences, those of payment links and the camera included, which are not in the page's first code. */
export function usePaymentStrings(): Strings & PaymentStrings {
  const { strings } = useLatchkey()
  return useMemo(() => ({ ...paymentStrings, ...strings }), [strings])
}
