import { describe, expect, it } from 'vitest'
import { context, other, usdc } from '../../../test/signingContext.js'
import type { TypedData } from '../../worker/typedData.js'
import { prepareTypedData } from './prepareTypedData.js'

const { account } = context
const field = (name: string, type: string) => ({ name, type })
const domain = { name: 'Market', version: '1', chainId: 31337, verifyingContract: other }
const prepare = (data: TypedData) => prepareTypedData(account, data, context).approval

describe('orders', () => {
  const nobody = `0x${'0'.repeat(40)}`
  const order = (message: { readonly [name: string]: unknown }, types: TypedData['types'] = {}) => {
    const fieldOf = (value: unknown) => (/^0x.{40}$/.test(String(value)) ? 'address' : 'uint256')
    const own = Object.entries(message).map(([name, value]) => field(name, types[name] ? `${name}[]` : fieldOf(value)))
    return prepare({ domain, primaryType: 'Order', types: { Order: own, ...types }, message })
  }
  const item = (more: object = {}) => ({
    itemType: 2,
    token: other,
    identifierOrCriteria: '77',
    startAmount: '1',
    endAmount: '1',
    ...more,
  })
  const part = Object.keys(item()).map((name) => field(name, name === 'token' ? 'address' : 'uint256'))
  const seaport = (...consideration: readonly object[]) =>
    order(
      { offerer: account, offer: [item()], consideration },
      { offer: part, consideration: [...part, field('recipient', 'address')] },
    )
  const coin = (sum: string, recipient = account) =>
    item({ itemType: 0, token: nobody, identifierOrCriteria: '0', startAmount: sum, endAmount: sum, recipient })
  const free = expect.stringMatching(/get nothing/)

  it('SEC-X-02 says what an offer gives and gets', () => {
    const { rows, danger } = seaport(coin('1500000000000000000'), coin('10', other))
    expect(rows.slice(0, 2)).toEqual([
      { label: 'You give', value: `Item 77 of ${other}`, form: 'sum' },
      { label: 'You get', value: '1.5 ETH', form: 'sum' },
    ])
    expect(danger).not.toContainEqual(free)
  })

  it.each([
    ['of nothing', () => seaport()],
    ['of price 0', () => seaport(coin('0'))],
    ['that pays somebody else', () => seaport(coin('1500000000000000000', other))],
    ['whose price falls to 0', () => seaport({ ...coin('5'), endAmount: '0' })],
    [
      'of CoW at price 0',
      () => order({ sellToken: usdc, buyToken: other, receiver: nobody, sellAmount: 5, buyAmount: 0 }),
    ],
    ['of 1inch at price 0', () => order({ makerAsset: usdc, takerAsset: other, makingAmount: 5, takingAmount: 0 })],
    ['of 0x at price 0', () => order({ makerToken: usdc, takerToken: other, makerAmount: 5, takerAmount: 0 })],
    ['of an item at price 0', () => order({ collection: other, tokenId: 5, currency: nobody, price: 0 })],
  ])('SEC-X-02 says in red that an offer %s is for free', (_, offer) => {
    const { danger, rows, needsSecondLook } = offer()
    expect(danger).toContainEqual(free)
    expect(rows).toContainEqual({ label: 'You get', value: 'Nothing', tone: 'danger' })
    expect(needsSecondLook).toBe(true)
  })

  it.each([
    [
      'the most that is given, where it rises',
      { itemType: 1, token: usdc, startAmount: '1', endAmount: '9000000' },
      '9 USDC',
    ],
    ['how many of an item', { itemType: 3, startAmount: '5', endAmount: '5' }, `5 × Item 77 of ${other}`],
    ['that the taker chooses', { itemType: 4, identifierOrCriteria: '0' }, `Any item of ${other}`],
  ])('SEC-X-02 an offer says %s', (_, more, value) => {
    const offered = order(
      { offerer: account, offer: [item(more)], consideration: [coin('1500000000000000000')] },
      { offer: part, consideration: [...part, field('recipient', 'address')] },
    )
    expect(offered.rows[0]).toEqual({ label: 'You give', value, form: 'sum' })
  })

  it.each([
    ['of Blur', { side: 0, paymentToken: usdc, amount: 1 }],
    ['of LooksRare', { isOrderAsk: 0, currency: usdc, amount: 1 }],
  ])('SEC-X-02 a bid %s gives the price and gets the item, though its fields are those of an offer', (_, more) => {
    const bid = { collection: other, tokenId: 77, price: 9_000_000, ...more }
    expect(order(bid).rows.slice(0, 2)).toEqual([
      { label: 'You give', value: '9 USDC', form: 'sum' },
      { label: 'You get', value: `Item 77 of ${other}`, form: 'sum' },
    ])
    const ask = Object.fromEntries(Object.entries(bid).map(([name, value]) => [name, value === 0 ? 1 : value]))
    expect(order(ask).rows[0]).toEqual({ label: 'You give', value: `Item 77 of ${other}`, form: 'sum' })
  })

  it('SEC-X-02 says in red that an order pays somebody else, and none at its price to oneself', () => {
    const trade = { sellToken: usdc, buyToken: other, receiver: other, sellAmount: 5_000_000, buyAmount: 7 }
    expect(order(trade)).toMatchObject({
      danger: ['What is paid for it goes to somebody else.'],
      rows: expect.arrayContaining([{ label: 'It is paid to', value: other, form: 'address', tone: 'danger' }]),
    })
    expect(order({ ...trade, feeAmount: 1_000_000 }).rows[0]).toMatchObject({ label: 'You give', value: '6 USDC' })
    for (const receiver of [nobody, account]) expect(order({ ...trade, receiver }).danger).toEqual([])
    expect(order({ ...trade, receiver: account }).rows[0]).toEqual({ label: 'You give', value: '5 USDC', form: 'sum' })
  })
})
