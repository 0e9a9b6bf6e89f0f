/**
 * Puts together what was paid, where a provider says both parts of it.
 *
 * @param amount - A decimal number.
 * @param currency - Its currency.
 */
export function paymentOf(amount: string | null | undefined, currency: string | null | undefined) {
  return amount && currency && /^[A-Za-z]{3,5}$/.test(currency) ? { amount, currency } : undefined
}
