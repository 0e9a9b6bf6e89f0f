import type { ApprovalRow, FrameChain } from '../../types.js'
import { writeAmount } from '../amounts.js'
import { addressRow } from '../signingContext.js'
import { type CallWords, tokenWords, unknownToken } from './describeCall.js'
import { checksummed, isSameAddress } from './evmAddress.js'
import { asList, type Struct, toBigInt } from './structs.js'

/** The fields that identify kinds of orders: the assets, the amounts, and the receiver; the signer where that is zero. */
const kinds: readonly (readonly [give: string, gives: string, get: string, gets: string, receiver?: string])[] = [
  ['sellToken', 'sellAmount', 'buyToken', 'buyAmount', 'receiver'],
  ['makerAsset', 'makingAmount', 'takerAsset', 'takingAmount', 'receiver'],
  ['makerToken', 'makerAmount', 'takerToken', 'takerAmount'],
  ['makerAssetData', 'makerAssetAmount', 'takerAssetData', 'takerAssetAmount'],
  ['collection', 'amount', 'paymentToken', 'price'],
  ['collection', 'tokenId', 'currency', 'price'],
]

type Part = {
  readonly token: string
  readonly amount: bigint
  /** Of a collection: the number of the item, or that any of them will do. */
  readonly item?: string
}

/**
 * Describes what an order on a market gives and gets: of Seaport, of 0x, of CoW, of 1inch and of those with the same fields.
 *
 * @param message - What is signed.
 * @param chain - Names and decimals of tokens come from here.
 * @param account - The signer.
 * @returns Its words, or undefined when it is no order.
 */
export function describeOrder(
  message: Struct,
  chain: FrameChain,
  account: string,
): Omit<CallWords, 'details'> | undefined {
  const write = ({ token, amount, item }: Part) => {
    const { name, amount: sum } = tokenWords(token, chain)
    if (item !== undefined) return `${amount === 1n ? '' : `${amount} × `}${item} of ${shown(token)}`
    if (/^0x0{40}$/.test(token)) return tokenSum(amount, chain)
    return name === unknownToken ? `${sum(amount)} of ${shown(token)}` : sum(amount)
  }
  const row = (label: string) => (part: Part) => ({ label, value: write(part), form: 'sum' as const })
  // Offers also come many at once, as the leaves of a tree; leaves that offer nothing only fill it up.
  const listed = asList(message.tree ?? message).filter((order) => 'offer' in order && 'consideration' in order)
  if (listed.length > 0 || message.tree !== undefined) {
    const orders = listed.filter(({ offer }) => asList(offer).length > 0)
    const paid = orders.map(({ offerer, consideration }) =>
      asList(consideration).filter(({ recipient }) => isSameAddress(String(recipient), String(offerer ?? account))),
    )
    const isFree = paid.some((items) => items.every((item) => partOf(item, 'least').amount === 0n))
    return orderWords({
      danger: [
        ...(isFree ? [forNothing] : []),
        'Anyone with this signature can take what is offered for what is asked in return. Read all details.',
      ],
      rows: [
        ...orders.flatMap(({ offer }) => asList(offer).map((item) => partOf(item, 'most'))).map(row('You give')),
        ...paid
          .flat()
          .map((item) => partOf(item, 'least'))
          .map(row('You get')),
        ...(isFree ? [nothing] : []),
      ],
    })
  }
  const kind = kinds.find(([give, gives, get, gets]) => [give, gives, get, gets].every((name) => name in message))
  if (!kind) return undefined
  const [give, gives, get, gets, receiver = ''] = kind
  const isItem = give === 'collection'
  const part: Part = isItem
    ? { token: String(message[give]), amount: toBigInt(message.amount ?? 1), item: itemName(message.tokenId) }
    : // CoW takes its fee besides.
      { token: String(message[give]), amount: toBigInt(message[gives]) + toBigInt(message.feeAmount ?? 0) }
  const price: Part = { token: String(message[get]), amount: toBigInt(message[gets]) }
  // Markets write a bid in the fields of an offer, and tell them apart by one more: LooksRare and Blur.
  const isBid = isItem && [message.isOrderAsk, message.side].some((kind) => kind !== undefined && toBigInt(kind) === 0n)
  const [given, got] = isBid ? [price, part] : [part, price]
  const to = String(message[receiver] ?? '')
  const isElsewhere = /^0x[\da-f]{40}$/i.test(to) && !/^0x0{40}$/.test(to) && !isSameAddress(to, account)
  return orderWords({
    danger: [
      ...(got.amount === 0n ? [forNothing] : []),
      ...(isElsewhere ? ['What is paid for it goes to somebody else.'] : []),
    ],
    rows: [
      row('You give')(given),
      got.amount === 0n ? nothing : row('You get')(got),
      ...(isElsewhere ? [addressRow('It is paid to', to, 'danger')] : []),
    ],
  })
}

const forNothing = 'You get nothing for what you give. Anyone with this signature can take it for free.'
const nothing: ApprovalRow = { label: 'You get', value: 'Nothing', tone: 'danger' }

function orderWords(words: Pick<CallWords, 'danger' | 'rows'>): Omit<CallWords, 'details'> {
  return {
    action: 'Sign the offer',
    title: 'Offer what is yours on a market',
    warnings: words.danger.length > 0 ? [] : ['Anyone with this signature can carry out the trade.'],
    ...words,
    isOrder: true,
  }
}

/**
 * One item of Seaport: 0 is the network's coin, 1 a fungible token, 4 and 5 are any of several items. A sum moves from one to the
 * other with time: the most is what may be taken, the least what can be counted on.
 */
function partOf(item: Struct, which: 'most' | 'least'): Part {
  const [start, end] = [toBigInt(item.startAmount), toBigInt(item.endAmount)]
  const kind = toBigInt(item.itemType)
  return {
    token: String(item.token),
    amount: start < end === (which === 'least') ? start : end,
    ...(kind <= 1n ? {} : { item: kind <= 3n ? itemName(item.identifierOrCriteria) : 'Any item' }),
  }
}

function itemName(id: unknown): string {
  return `Item ${id === undefined ? '?' : String(id)}`
}

function tokenSum(amount: bigint, { nativeCurrency: { decimals, symbol } }: FrameChain): string {
  return `${writeAmount(amount, decimals)} ${symbol}`
}

// An asset of 0x may be more than an address.
function shown(token: string): string {
  return /^0x[\da-f]{40}$/i.test(token) ? checksummed(token) : token.slice(0, 80)
}
