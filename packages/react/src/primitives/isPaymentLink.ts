/** Whether a text for a receiver is to be read as a payment link: no name and no address of any family begins like this. */
export function isPaymentLink(text: string): boolean {
  return /^\s*[a-z]{3,20}:/i.test(text)
}
