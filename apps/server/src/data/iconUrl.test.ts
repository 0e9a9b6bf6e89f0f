import { describe, expect, it } from 'vitest'
import type { Asset } from './assetId.js'
import { iconUrl } from './iconUrl.js'

describe('iconUrl', () => {
  const coin = (symbol: string) => ({ chain: { nativeCurrency: { name: symbol, symbol, decimals: 9 } } }) as Asset

  it('is ours for a symbol that we have a picture of, and empty for one that nobody could load', () => {
    expect(iconUrl(coin('ETH'), 'https://data.example/')).toBe('https://data.example/public/getTokenImage/ETH')
    expect(iconUrl(coin('NOPE'), 'https://data.example/')).toBe('')
  })
})
