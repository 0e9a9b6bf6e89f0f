import { describe, expect, it } from 'vitest'
import { balances, currencies, fiatRates, priceRequest, prices, refusal, supportedChains, tokenBalance } from './api.js'

const usdc = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  value: 12.5,
  price: 1,
  quantity: { decimals: '6', numeric: '12.5' },
  iconUrl: 'https://icons.example/usdc.png',
}

describe('tokenBalance', () => {
  const wrong: readonly [id: string, field: string, values: readonly unknown[]][] = [
    ['S3-25', 'name', [undefined, null, 7]],
    ['S3-26', 'symbol', [undefined, null, 7]],
    ['S3-27', 'chainId', [undefined, 1, '1', 'eip155', 'foo:1', 'eip155:1:0xab']],
    ['S3-28', 'address', [null, 1, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'eip155:1']],
    ['S3-29', 'value', [null, '12.5', Number.NaN]],
    ['S3-30', 'price', [undefined, null, '1']],
    ['S3-31', 'quantity', [undefined, '12.5', {}, { decimals: 6, numeric: '1' }, { decimals: '6', numeric: 1 }]],
    ['S3-32', 'iconUrl', [undefined, null, 7]],
  ]

  it.each(wrong)('[%s] takes %s in its form and refuses others', (_, field, values) => {
    expect(tokenBalance.parse(usdc)).toEqual(usdc)
    for (const value of values) {
      const { success, error } = tokenBalance.safeParse({ ...usdc, [field]: value })
      expect(success, JSON.stringify(value)).toBe(false)
      expect(error?.issues[0]?.path[0]).toBe(field)
    }
  })

  it('[S3-28] has no address for the native coin', () => {
    const { address: _, ...native } = usdc
    expect(tokenBalance.parse(native)).toEqual(native)
  })

  it('strips what it does not know', () => {
    expect(balances.parse({ balances: [{ ...usdc, spam: 1 }], more: true })).toEqual({ balances: [usdc] })
  })
})

describe('supportedChains', () => {
  it('takes lists of CAIP-2 ids only', () => {
    expect(supportedChains.parse({ http: ['eip155:1'], ws: [], x: 1 })).toEqual({ http: ['eip155:1'], ws: [] })
    for (const value of [null, [], {}, { http: ['1'], ws: [] }, { http: ['eip155:1'] }, { http: 'eip155:1', ws: [] }])
      expect(supportedChains.safeParse(value).success, JSON.stringify(value)).toBe(false)
  })
})

describe('fiatRates', () => {
  it('takes positive numbers by code', () => {
    expect(fiatRates.parse({ rates: { eur: 0.9, xyz: 2 }, more: true })).toEqual({ rates: { eur: 0.9, xyz: 2 } })
    for (const rates of [undefined, null, { eur: 0 }, { eur: -1 }, { eur: '0.9' }, { eur: Number.NaN }])
      expect(fiatRates.safeParse({ rates }).success, JSON.stringify(rates)).toBe(false)
  })
})

describe('priceRequest', () => {
  const right = { currency: 'usd', addresses: ['eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'], projectId: 'p' }

  it.each(currencies)('takes %s', (currency) => {
    expect(priceRequest.parse({ ...right, currency })).toEqual({ ...right, currency })
  })

  it('refuses a missing field, an unknown currency, no address, too many and an invalid one', () => {
    const many = Array.from({ length: 101 }, () => right.addresses[0])
    for (const change of [
      { currency: undefined },
      { currency: 'xau' },
      { addresses: undefined },
      { addresses: [] },
      { addresses: many },
      { addresses: ['0xeeee'] },
      { projectId: undefined },
    ])
      expect(priceRequest.safeParse({ ...right, ...change }).success, JSON.stringify(change)).toBe(false)
    expect(priceRequest.safeParse({ ...right, addresses: many.slice(1) }).success).toBe(true)
  })
})

describe('prices and refusal', () => {
  it('take the documented answer and refuse another', () => {
    const price = { address: usdc.address, name: 'USD Coin', symbol: 'USDC', iconUrl: '', price: 1 }
    expect(prices.parse({ fungibles: [price] })).toEqual({ fungibles: [price] })
    expect(prices.safeParse({ fungibles: [{ ...price, price: '1' }] }).success).toBe(false)
    const body = { status: 'FAILED', reasons: [{ field: 'address', description: 'not an address' }] }
    expect(refusal.parse(body)).toEqual(body)
    expect(refusal.safeParse({ ...body, status: 'OK' }).success).toBe(false)
  })
})
