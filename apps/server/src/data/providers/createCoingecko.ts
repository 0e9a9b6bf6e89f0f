import type { ChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { type FiatCurrency, fiatCurrencies } from '@latchkey/protocol/internal/currencies'
import * as z from 'zod'
import { families } from '../../families/families.js'
import { tryParseJson } from '../../platform/http/json.js'
import { readLimited } from '../../platform/http/readLimited.js'
import { type Asset, assetKey } from '../assetId.js'
import type { PriceProvider } from './priceProvider.js'

const platforms: { readonly [chainId in ChainId]?: { platform: string; coin: string } } = {
  'eip155:1': { platform: 'ethereum', coin: 'ethereum' },
  'eip155:10': { platform: 'optimistic-ethereum', coin: 'ethereum' },
  'eip155:137': { platform: 'polygon-pos', coin: 'polygon-ecosystem-token' },
  'eip155:8453': { platform: 'base', coin: 'ethereum' },
  'eip155:42161': { platform: 'arbitrum-one', coin: 'ethereum' },
  ...Object.assign({}, ...families.map(({ prices }) => prices)),
}

const answer = z.record(z.string(), z.record(z.string(), z.unknown()))
const perBitcoin = z.object({ value: z.number().positive() })
const maxBytes = 1024 * 1024

/**
 * Asks a service that speaks CoinGecko's `/simple/price`, `/simple/token_price/{platform}` and `/exchange_rates`.
 *
 * @param options - The base URL (with `/api/v3`), the key if it wants one, how to call it, and how long a call may take: 5 s
 * when absent.
 * @returns The provider.
 * @see https://docs.coingecko.com/reference/simple-price
 * @see https://docs.coingecko.com/reference/simple-token-price
 * @see https://docs.coingecko.com/reference/exchange-rates
 *
 * @example
 * import { createCoingecko } from './createCoingecko.js'
 * const provider = createCoingecko({ url: 'https://pro-api.coingecko.com/api/v3', key, fetch })
 */
export function createCoingecko(options: {
  url: string
  key?: string | undefined
  fetch: typeof fetch
  timeout?: number
}): PriceProvider {
  const base = options.url.replace(/\/+$/, '')
  const keyHeader = new URL(options.url).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key'

  async function get(path: string, query: Record<string, string> = {}): Promise<z.output<typeof answer>> {
    const ask = () =>
      options.fetch(`${base}${path}?${new URLSearchParams(query)}`, {
        headers: { accept: 'application/json', ...(options.key === undefined ? {} : { [keyHeader]: options.key }) },
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeout ?? 5_000),
      })
    // A kept connection may have been closed by the service meanwhile; asking twice for a price does no harm.
    const response = await ask().catch((error: unknown) => {
      if (error instanceof TypeError) return ask()
      throw error
    })
    const text = response.ok ? await readLimited(response, maxBytes) : undefined
    if (text === undefined) {
      await response.body?.cancel().catch(() => undefined)
      const what = response.ok ? 'more than a table of prices has' : `status ${response.status}`
      throw new LatchkeyError('API_REFUSED', `The price service answered with ${what}`)
    }
    const parsed = answer.safeParse(tryParseJson(text))
    if (!parsed.success) throw new LatchkeyError('API_BAD_ANSWER', 'The price service returned no prices')
    return parsed.data
  }

  return {
    async prices(assets, currency) {
      const found = new Map<string, number>()
      const take = (asset: Asset, row: { readonly [currency: string]: unknown } | undefined) => {
        const price = row?.[currency]
        if (typeof price === 'number' && Number.isFinite(price) && price >= 0) {
          found.set(assetKey(asset.chain.caip2, asset.token?.address), price)
        }
      }
      const known = assets.filter((asset) => platforms[asset.chain.caip2] !== undefined)
      const coins = known.filter((asset) => asset.token === undefined)
      const chains = new Set(known.filter((asset) => asset.token !== undefined).map((asset) => asset.chain.caip2))
      const jobs: Promise<void>[] = []
      if (coins.length > 0) {
        const ids = [...new Set(coins.map((asset) => platforms[asset.chain.caip2]?.coin ?? ''))]
        jobs.push(
          get('/simple/price', { ids: ids.join(','), vs_currencies: currency }).then((rows) => {
            for (const asset of coins) take(asset, rows[platforms[asset.chain.caip2]?.coin ?? ''])
          }),
        )
      }
      for (const chainId of chains) {
        const tokens = known.filter((asset) => asset.token !== undefined && asset.chain.caip2 === chainId)
        const written = (address: string) => (chainId.startsWith('eip155:') ? address.toLowerCase() : address)
        const addresses = tokens.map((asset) => written(asset.token?.address ?? ''))
        const path = `/simple/token_price/${platforms[chainId]?.platform}`
        jobs.push(
          get(path, { contract_addresses: addresses.join(','), vs_currencies: currency }).then((rows) => {
            const lower = new Map(Object.entries(rows).map(([address, row]) => [address.toLowerCase(), row]))
            for (const asset of tokens) take(asset, lower.get(asset.token?.address.toLowerCase() ?? ''))
          }),
        )
      }
      await Promise.all(jobs)
      return found
    },
    async rates() {
      const { rates = {} } = await get('/exchange_rates')
      // The service tells what one bitcoin buys.
      const worth = (currency: FiatCurrency) => perBitcoin.safeParse(rates[currency]).data?.value
      const dollars = worth('usd')
      if (dollars === undefined) throw new LatchkeyError('API_BAD_ANSWER', 'The price service returned no rates')
      return new Map(
        fiatCurrencies.flatMap((currency) => {
          const value = worth(currency)
          return value === undefined ? [] : [[currency, value / dollars] as const]
        }),
      )
    },
  }
}
