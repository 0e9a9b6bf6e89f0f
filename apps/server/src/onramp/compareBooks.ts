import { parseUnits } from 'viem'
import type { Difference } from '../platform/db/reportMismatch.js'
import type { Arrival } from './createArrivalCheck.js'
import type { BookAmount, BookedPurchase } from './createBookTables.js'
import type { ProviderWord } from './onrampProvider.js'

/** A fact as the books have it, and as another has it. */
type Pair = readonly [books: string, other: string]

/** Holds the books against the purchase as it is kept: each step of its state must be in them, with its amounts, and none beyond. */
export function comparePurchase(purchase: BookedPurchase): Difference | undefined {
  const { state, books, isLate } = purchase
  const reached = { paid: 1, sent: 2, arrived: 3 }[state as string] ?? 0
  const payment = amountIn(purchase.payment, purchase.currency)
  const coins = amountIn(purchase.amount, purchase.symbol && `${purchase.chain}/${purchase.symbol}`)
  const pairs = [
    ...(state === 'failed' ? [] : step('paid', books.paid, reached >= 1, payment)),
    ...(state === 'failed' ? [] : step('sent', books.sent, reached >= 2, coins)),
    ...(state === 'failed' ? [] : step('arrived', books.arrived, reached >= 3, books.sent)),
    ...(state === 'failed' && books.paid && !books.isRefunded ? [pair('paid', 'failed')] : []),
    ...(state !== 'failed' && books.isRefunded ? [pair('refunded', state)] : []),
    ...(isLate ? [pair(books.sent ? 'sent' : 'paid', 'nothing since for 14 days')] : []),
  ]
  return differenceOf(pairs)
}

/**
 * Holds the books against what the provider says. A word that is ahead of the purchase is none: it is taken in with the next look. One
 * that is behind it, or names another amount, account or transaction, is.
 */
export function compareProvider(purchase: BookedPurchase, word: ProviderWord | undefined): Difference | undefined {
  const { state, books, address, hash } = purchase
  if (word === undefined)
    return books.paid && !books.isRefunded ? differenceOf([pair(state, 'no such purchase')]) : undefined
  const order = ['opened', 'paid', 'sent'] as const
  const isBehind =
    state === 'failed'
      ? word.state === 'paid' || word.state === 'sent'
      : word.state === 'failed'
        ? state === 'arrived'
        : order.indexOf(word.state) < order.indexOf(state === 'arrived' ? 'sent' : (state as (typeof order)[number]))
  const said = word.payment && { asset: word.payment.currency, amount: word.payment.amount }
  const asset = word.symbol ?? purchase.symbol
  const sent =
    word.amount === undefined || asset === null ? undefined : amountIn(word.amount, `${purchase.chain}/${asset}`)
  const isAlive = word.state === 'paid' || word.state === 'sent'
  return differenceOf([
    ...(isBehind ? [pair(state, word.state)] : []),
    ...(isAlive && books.paid && said && !isSame(books.paid, said) ? [pair(text(books.paid), text(said))] : []),
    ...(word.state === 'sent' && books.sent && sent && !isSame(books.sent, sent)
      ? [pair(text(books.sent), text(sent))]
      : []),
    ...(word.address !== undefined && word.address.toLowerCase() !== address.toLowerCase()
      ? [pair('its account', 'another account')]
      : []),
    ...(hash !== null && word.hash !== undefined && word.hash !== hash
      ? [pair('its transaction', 'another transaction')]
      : []),
  ])
}

/** Holds the books against what the chain says of the transaction that the provider has named. */
export function compareChain({ state, books }: BookedPurchase, arrival: Arrival): Difference | undefined {
  const sum = books.sent ? ` ${text(books.sent)}` : ''
  if (state === 'failed') return arrival === 'arrived' ? differenceOf([pair('refunded', 'arrived')]) : undefined
  if (arrival === 'elsewhere') return differenceOf([pair(`${state}${sum}`, 'does not bring this to its account')])
  if (arrival === 'waiting' && state === 'arrived') return differenceOf([pair(`arrived${sum}`, 'no such transaction')])
  return undefined
}

function step(name: string, posted: BookAmount | undefined, isDue: boolean, kept: BookAmount | undefined): Pair[] {
  if (!isDue) return posted ? [pair(`${name} ${text(posted)}`, `not ${name}`)] : []
  if (posted === undefined)
    return [pair(`${name} nothing`, kept ? `${name} ${text(kept)}` : `${name}, nobody said how much`)]
  return kept && isSame(posted, kept) ? [] : [pair(`${name} ${text(posted)}`, kept ? `${name} ${text(kept)}` : name)]
}

function amountIn(amount: string | null, asset: string | null): BookAmount | undefined {
  return amount === null || asset === null ? undefined : { asset, amount }
}

/** Whether two amounts are one; `10` and `10.00` are. */
function isSame(one: BookAmount, other: BookAmount): boolean {
  return one.asset === other.asset && parseUnits(one.amount, 18) === parseUnits(other.amount, 18)
}

function text({ asset, amount }: BookAmount): string {
  return `${amount} ${asset}`
}

function pair(books: string, other: string): Pair {
  return [books, other]
}

function differenceOf(pairs: readonly Pair[]): Difference | undefined {
  if (pairs.length === 0) return undefined
  return { books: pairs.map(([books]) => books).join('; '), other: pairs.map(([, other]) => other).join('; ') }
}
