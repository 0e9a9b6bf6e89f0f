import type { Currency, TokenBalance } from '@latchkey/protocol/api'
import { portfolioFresh } from '@latchkey/protocol/internal/limits'
import type { Cache } from '../platform/cache/cache.js'
import type { Chain } from '../platform/chains/chain.js'
import type { Metrics } from '../platform/metrics/metrics.js'
import type { ChainReader } from '../platform/upstream/chainReader.js'
import { assetKey, assetsOf } from './assetId.js'
import type { Prices } from './createPrices.js'
import { iconUrl } from './iconUrl.js'

/** Which balances are asked for, of an address as the family writes it; `force` leaves the cache aside. */
export type BalanceQuery = { chain: Chain; address: string; currency: Currency; force: boolean; publicUrl: string }

/** Balances of an account on one chain, the native coin first, tokens without a balance left out. */
export type Balances = (query: BalanceQuery) => Promise<readonly TokenBalance[]>

/**
 * Creates the balances: read from a node, priced, kept 30 s, and read once for all who ask the same at the same time.
 *
 * @param options - The reader, the prices, the cache and the figures.
 * @returns The balances; a failure is thrown and never kept.
 */
export function createBalances(options: {
  reader: ChainReader
  prices: Prices
  cache: Cache
  metrics: Metrics
}): Balances {
  const { reader, prices, cache, metrics } = options
  const flying = new Map<string, Promise<readonly TokenBalance[]>>()
  const tickets = new Map<string, number>()
  let lastTicket = 0

  async function load(
    key: string,
    { chain, address, currency, publicUrl }: BalanceQuery,
  ): Promise<readonly TokenBalance[]> {
    const ticket = ++lastTicket
    tickets.set(key, ticket)
    try {
      const assets = assetsOf(chain)
      const [held, price] = await Promise.all([reader(chain, address), prices(assets, currency)])
      const balances: TokenBalance[] = []
      for (const asset of assets) {
        const { token } = asset
        const amount = token === undefined ? held.native : held.tokens.get(token.address)
        if (amount === undefined || (token !== undefined && amount === 0n)) continue
        const { name, symbol, decimals } = token ?? chain.nativeCurrency
        const numeric = exactDecimal(amount, decimals)
        const unit = price.get(assetKey(chain.caip2, token?.address))
        balances.push({
          name,
          symbol,
          chainId: chain.caip2,
          ...(token === undefined ? {} : { address: asset.id }),
          ...(unit === undefined ? {} : { value: Number(numeric) * unit }),
          price: unit ?? 0,
          quantity: { decimals: String(decimals), numeric },
          iconUrl: iconUrl(asset, publicUrl),
        })
      }
      // A token that no list names has no price here, and no name but its own, but an amount that is as exact as any.
      const taken = namesOf(chain)
      for (const { address: token, amount, decimals, said } of held.unlisted ?? []) {
        const short = `${token.slice(0, 4)}…${token.slice(-4)}`
        const isFree = said && ![said.name, said.symbol].some((text) => taken.has(plain(text)))
        balances.push({
          name: (isFree && said.name) || 'Unknown token',
          symbol: (isFree && said.symbol) || short,
          chainId: chain.caip2,
          address: `${chain.caip2}:${token}`,
          price: 0,
          quantity: { decimals: String(decimals), numeric: exactDecimal(amount, decimals) },
          iconUrl: '',
        })
      }
      // A slow answer must not replace one that was asked for later.
      if (tickets.get(key) === ticket) await cache.set(key, JSON.stringify(balances), portfolioFresh)
      return balances
    } finally {
      if (tickets.get(key) === ticket) tickets.delete(key)
    }
  }

  return async (query) => {
    const { chain, address, currency, force, publicUrl } = query
    const key = `balance:${chain.caip2}:${address}:${currency}:${publicUrl}`
    if (!force) {
      const kept = await cache.get(key)
      if (kept !== undefined) {
        metrics.cache.inc({ outcome: 'hit' })
        return JSON.parse(kept) as TokenBalance[]
      }
      const shared = flying.get(key)
      if (shared) {
        metrics.cache.inc({ outcome: 'shared' })
        return shared
      }
    }
    metrics.cache.inc({ outcome: 'miss' })
    // A forced read is asked for because something changed just now: it shares with later readers, never with earlier ones.
    const loading = load(key, query).finally(() => {
      if (flying.get(key) === loading) flying.delete(key)
    })
    flying.set(key, loading)
    return loading
  }
}

/** The names that are listed: what calls itself by one of them and is not listed would be taken for it. */
function namesOf(chain: Chain): ReadonlySet<string> {
  const known = [chain.nativeCurrency, ...assetsOf(chain).flatMap(({ token }) => token ?? [])]
  return new Set(known.flatMap(({ name, symbol }) => [plain(name), plain(symbol)]))
}

/** A name without what hardly tells it from another: capitals, spaces, points, letters of other forms. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Writes an amount of smallest units as an exact decimal number: no rounding, no exponent, no trailing zeros.
 *
 * @param amount - The amount in smallest units, not negative.
 * @param decimals - How many of its digits stand behind the point.
 * @returns For example `1.5` for 1500000 with 6 decimals.
 */
function exactDecimal(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
