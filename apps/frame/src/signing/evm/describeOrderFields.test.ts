import { describe, expect, it } from 'vitest'
import { chain, context, other, usdc } from '../../../test/signingContext.js'
import { describeOrder } from './describeOrder.js'

const { account } = context
const nobody = `0x${'0'.repeat(40)}`
const somebody = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const byAnyone = 'Anyone with this signature can carry out the trade.'
const forAsked = 'Anyone with this signature can take what is offered for what is asked in return. Read all details.'
const forNothing = 'You get nothing for what you give. Anyone with this signature can take it for free.'
const elsewhere = 'What is paid for it goes to somebody else.'
const sum = (label: string, value: string) => ({ label, value, form: 'sum' })
const nothing = { label: 'You get', value: 'Nothing', tone: 'danger' }
const orderOf = (message: { readonly [name: string]: unknown }) => describeOrder(message, chain, account)

/** Each kind of order by the fields that tell it: five of a token for seven of another, or an item for a price. */
const trades = [
  ['CoW', { sellToken: usdc, sellAmount: '5000000', buyToken: nobody, buyAmount: '7000000000000000000' }, '5 USDC'],
  [
    '1inch',
    { makerAsset: usdc, makingAmount: '5000000', takerAsset: nobody, takingAmount: '7000000000000000000' },
    '5 USDC',
  ],
  [
    '0x v4',
    { makerToken: usdc, makerAmount: '5000000', takerToken: nobody, takerAmount: '7000000000000000000' },
    '5 USDC',
  ],
  [
    '0x v3',
    {
      makerAssetData: usdc,
      makerAssetAmount: '5000000',
      takerAssetData: nobody,
      takerAssetAmount: '7000000000000000000',
    },
    '5 USDC',
  ],
  [
    'Blur',
    { collection: other, amount: '5', paymentToken: nobody, price: '7000000000000000000' },
    `5 × Item ? of ${other}`,
  ],
  [
    'LooksRare',
    { collection: other, tokenId: '77', currency: nobody, price: '7000000000000000000' },
    `Item 77 of ${other}`,
  ],
] as const

const item = (more: object = {}) => ({
  itemType: 1,
  token: usdc,
  identifierOrCriteria: '77',
  startAmount: '2000000',
  endAmount: '2000000',
  ...more,
})
const coin = (startAmount: string, recipient: string | undefined = account, endAmount = startAmount) => ({
  itemType: 0,
  token: nobody,
  identifierOrCriteria: '0',
  startAmount,
  endAmount,
  recipient,
})

describe('describeOrder', () => {
  it.each(trades)('SEC-X-02 knows an order of %s by its fields, and says both sides', (_, message, given) => {
    expect(orderOf(message)).toEqual({
      action: 'Sign the offer',
      title: 'Offer what is yours on a market',
      danger: [],
      warnings: [byAnyone],
      rows: [sum('You give', given), sum('You get', '7 ETH')],
      isOrder: true,
    })
  })

  it.each(
    trades.flatMap(([name, message]) =>
      Object.keys(message).map(
        (missing) =>
          [name, missing, Object.fromEntries(Object.entries(message).filter(([k]) => k !== missing))] as const,
      ),
    ),
  )('SEC-X-02 takes nothing for an order of %s that has no “%s”', (_, __, message) => {
    expect(orderOf(message)).toBeUndefined()
  })

  it.each(
    trades.flatMap(([name, message]) =>
      (name === 'CoW' || name === '1inch' ? [undefined, nobody, account, account.toLowerCase()] : [somebody]).map(
        (receiver) => [name, receiver, { ...message, receiver }] as const,
      ),
    ),
  )('SEC-X-02 an order of %s with the receiver %s pays the signer', (_, __, message) => {
    expect(orderOf(message)).toMatchObject({ danger: [], warnings: [byAnyone], rows: { length: 2 } })
  })

  it.each(trades.slice(0, 2))('SEC-X-02 an order of %s for somebody else is red, for nothing as well', (_, message) => {
    const paid = { label: 'It is paid to', value: somebody, form: 'address', tone: 'danger' }
    expect(orderOf({ ...message, receiver: somebody })).toMatchObject({
      danger: [elsewhere],
      warnings: [],
      rows: [sum('You give', '5 USDC'), sum('You get', '7 ETH'), paid],
    })
    const free = Object.fromEntries(Object.entries(message).map(([k, v]) => [k, /^7/.test(v) ? '0' : v]))
    expect(orderOf({ ...free, receiver: somebody })).toMatchObject({
      danger: [forNothing, elsewhere],
      warnings: [],
      rows: [sum('You give', '5 USDC'), nothing, paid],
    })
  })

  it.each([`${somebody}00`, `00${somebody}`, 'vitalik.eth'])('SEC-X-02 takes “%s” for no receiver', (receiver) => {
    expect(orderOf({ ...trades[0][1], receiver })?.danger).toEqual([])
  })

  it('SEC-X-02 somebody whose address begins or ends like nobody’s is somebody', () => {
    for (const receiver of [`0x${'0'.repeat(39)}1`, `0x1${'0'.repeat(39)}`])
      expect(orderOf({ ...trades[0][1], receiver })?.danger).toEqual([elsewhere])
  })

  it('SEC-X-02 says a token that is not known by its address and its units, an asset of 0x as it is written', () => {
    const [, cow] = trades[0]
    expect(orderOf({ ...cow, buyToken: other })?.rows[1]).toEqual(
      sum('You get', `7,000,000,000,000,000,000 units of ${other}`),
    )
    expect(orderOf({ ...cow, buyToken: other.toLowerCase() })?.rows[1]?.value).toContain(other)
    const [, asset] = trades[3]
    const data = `${usdc}${'ab'.repeat(40)}`
    for (const makerAssetData of [data, `ab${usdc}`])
      expect(orderOf({ ...asset, makerAssetData })?.rows[0]).toEqual(
        sum('You give', `5,000,000 units of ${makerAssetData.slice(0, 80)}`),
      )
    // The network's coin is the zero address and nothing that holds it.
    for (const buyToken of [`${nobody}0`, `a${nobody}`])
      expect(orderOf({ ...cow, buyToken })?.rows[1]?.value).toContain(`units of ${buyToken}`)
  })

  it.each([
    ['LooksRare', { isOrderAsk: false }, { isOrderAsk: true }],
    ['LooksRare', { isOrderAsk: 0 }, { isOrderAsk: 1 }],
    ['Blur', { side: 0 }, { side: 1 }],
  ])('SEC-X-02 tells a bid of %s from an offer by %o', (name, bid, ask) => {
    const [, message, given] = trades.find(([each]) => each === name) ?? trades[4]
    expect(orderOf({ ...message, ...bid })?.rows).toEqual([sum('You give', '7 ETH'), sum('You get', given)])
    expect(orderOf({ ...message, ...ask })?.rows).toEqual([sum('You give', given), sum('You get', '7 ETH')])
  })

  it('SEC-X-02 takes the side of an item alone: an order of tokens has none', () => {
    expect(orderOf({ ...trades[0][1], side: 0, isOrderAsk: 0 })?.rows[0]).toEqual(sum('You give', '5 USDC'))
  })

  it('SEC-X-02 says each part of an offer of Seaport, for itself and in a tree', () => {
    const offer = [item(), item({ itemType: 2, token: other, startAmount: '1', endAmount: '1' })]
    const one = { offerer: account, offer, consideration: [coin('1000000000000000000'), coin('5', somebody)] }
    const words = {
      action: 'Sign the offer',
      title: 'Offer what is yours on a market',
      danger: [forAsked],
      warnings: [],
      rows: [sum('You give', '2 USDC'), sum('You give', `Item 77 of ${other}`), sum('You get', '1 ETH')],
      isOrder: true,
    }
    expect(orderOf(one)).toEqual(words)
    const empty = { offerer: nobody, offer: [], consideration: [] }
    // Leaves that only fill a tree up make no offer that is free.
    expect(
      orderOf({
        tree: [
          [one, empty],
          [empty, empty],
        ],
      }),
    ).toEqual(words)
    expect(orderOf({ tree: [] })).toMatchObject({ danger: [forAsked], rows: [] })
    // Who offers is the signer where nobody is named.
    const { offerer: _, ...unnamed } = one
    expect(orderOf(unnamed)).toEqual(words)
    const isFree = orderOf({ tree: [[one, { ...one, consideration: [coin('5', somebody)] }]] })
    expect(isFree?.danger).toEqual([forNothing, forAsked])
    expect(isFree?.rows.at(-1)).toEqual(nothing)
    expect(orderOf({ ...one, consideration: [] })?.danger).toEqual([forNothing, forAsked])
  })

  it.each(['offer', 'consideration'])('SEC-X-02 takes nothing for an order of Seaport that has no “%s”', (missing) => {
    const one = { offerer: account, offer: [item()], consideration: [coin('1')] }
    expect(orderOf(Object.fromEntries(Object.entries(one).filter(([name]) => name !== missing)))).toBeUndefined()
  })

  it.each([
    [
      'the network’s coin',
      { itemType: 0, token: nobody, startAmount: '1', endAmount: '1' },
      '0.000000000000000001 ETH',
    ],
    ['a token', { itemType: 1 }, '2 USDC'],
    ['one item', { itemType: 2, startAmount: '1', endAmount: '1' }, `Item 77 of ${usdc}`],
    ['several of an item', { itemType: 3 }, `2000000 × Item 77 of ${usdc}`],
    ['one of any', { itemType: 4, startAmount: '1', endAmount: '1' }, `Any item of ${usdc}`],
    ['several of any', { itemType: 5 }, `2000000 × Any item of ${usdc}`],
    ['the most of a sum that rises', { endAmount: '9000000' }, '9 USDC'],
    ['the most of a sum that falls', { startAmount: '9000000' }, '9 USDC'],
  ])('SEC-X-02 gives %s', (_, more, value) => {
    const order = { offerer: account, offer: [item(more)], consideration: [coin('1')] }
    expect(orderOf(order)?.rows[0]).toEqual(sum('You give', value))
  })

  it.each([
    ['rises', '1000000000000000000', '3000000000000000000', '1 ETH'],
    ['falls', '3000000000000000000', '1000000000000000000', '1 ETH'],
    ['stays', '2000000000000000000', '2000000000000000000', '2 ETH'],
  ])('SEC-X-02 gets the least of a price that %s', (_, start, end, value) => {
    const order = { offerer: account, offer: [item()], consideration: [coin(start, account, end)] }
    expect(orderOf(order)?.rows[1]).toEqual(sum('You get', value))
  })
})
