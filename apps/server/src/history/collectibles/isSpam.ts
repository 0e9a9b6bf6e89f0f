import { lure } from './lure.js'

/** In one transaction so many accounts get something of one contract only when it is thrown about. */
const mostReceivers = 20

/**
 * Returns whether a collectible is marked as spam. The rule, all of it:
 *
 * 1. What the operator lists among the tokens of the chain is none.
 * 2. What the account had sent a transaction for itself, such as a purchase or a mint, is none.
 * 3. Else it is spam when its name, its collection or its description leads somewhere (`lure`), or when it came in a transaction that
 *    gave something of the collection to 20 accounts or more.
 *
 * @param found - What is known of it.
 * @returns Whether it is.
 */
export function isSpam(found: {
  isListed: boolean
  /** Whether the account itself sent a transaction that brought it some. */
  isAsked: boolean
  /** How many accounts got something of the contract in the transaction that brought it. */
  crowd: number
  texts: readonly string[]
}): boolean {
  const { isListed, isAsked, crowd, texts } = found
  if (isListed || isAsked) return false
  return crowd >= mostReceivers || texts.some((text) => lure.test(text))
}
