import { evmNativeAddress } from '@latchkey/protocol/caip'
import { isFiatCurrency } from '@latchkey/protocol/internal/currencies'
import type { Money } from '../signing/amounts.js'
import type { FrameChain, FrameSettings } from '../types.js'
import { apiUrlOf } from './apiUrlOf.js'

/** The operator's data API: its URL, the project and `fetch`. */
export type MarketApi = {
  readonly settings: Pick<FrameSettings, 'apiUrl'>
  readonly projectId: string
  /** The currency that the page says its visitor reads values in; its rate is never the page's. */
  readonly currency?: string | undefined
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}
/** The price of one unit in US dollars, and the icon as a data URL, beside an amount. */
export type Market = { readonly price?: number; readonly icon?: string }

/** How long an approval waits for it, in milliseconds: it helps to read, and nothing is decided by it. */
const timeout = 1_000
const largestPicture = 32_768

/**
 * Reads what the coin of a network and one token of its registry cost and look like. Whatever is not known is left out.
 *
 * @param api - The data API.
 * @param chain - The network.
 * @param token - The token, if any.
 * @param signal - Ends it.
 * @returns What is known of the coin and of the token, and what their values are shown in; US dollars where that is absent.
 */
export async function readMarket(
  api: MarketApi,
  chain: FrameChain,
  token: FrameChain['tokens'][number] | undefined,
  signal: AbortSignal,
): Promise<{ readonly coin: Market; readonly token: Market; readonly money?: Money }> {
  const { settings, projectId, currency, fetch = (url, init) => globalThis.fetch(url, init) } = api
  const either = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  const get = async (path: string, init: RequestInit): Promise<Response | undefined> => {
    const url = apiUrlOf(settings, path, { projectId })
    const options = { ...init, signal: either, credentials: 'omit', redirect: 'error' } as const
    const response = await fetch(url, options).catch(() => undefined)
    return response?.ok ? response : undefined
  }
  const coinAddress = `${chain.id}:${evmNativeAddress}`
  const tokenAddress = token && `${chain.id}:${token.address}`
  const addresses = [coinAddress, ...(tokenAddress ? [tokenAddress] : [])]
  const readPrices = async () => {
    const body = JSON.stringify({ projectId, currency: 'usd', addresses })
    const headers = { 'content-type': 'text/plain;charset=UTF-8' }
    const response = await get('v1/fungible/price', { method: 'POST', headers, body })
    const answer: unknown = await response?.json().catch(() => undefined)
    const list = (answer as { fungibles?: unknown } | undefined)?.fungibles
    return (address: string | undefined) =>
      (Array.isArray(list) ? list : []).find((each) => isSame(each?.address, address))?.price
  }
  const readIcon = async (symbol: string | undefined) => {
    if (symbol === undefined) return undefined
    const response = await get(`public/getTokenImage/${encodeURIComponent(symbol)}`, {})
    const svg = (await response?.text().catch(() => '')) ?? ''
    // Drawn by an image element, in which nothing runs and nothing is loaded.
    return svg.startsWith('<svg') && svg.length <= largestPicture
      ? `data:image/svg+xml,${encodeURIComponent(svg)}`
      : undefined
  }
  const readMoney = async (): Promise<Money | undefined> => {
    if (!isFiatCurrency(currency) || currency === 'usd') return undefined
    const response = await get('v1/fiat-rates', {})
    const answer: unknown = await response?.json().catch(() => undefined)
    const rate = (answer as { rates?: { [code: string]: unknown } } | undefined)?.rates?.[currency]
    return typeof rate === 'number' && rate > 0 ? { currency, rate } : { currency: 'usd', rate: 1, isNamed: true }
  }
  const [priceOf, money, coinIcon, tokenIcon] = await Promise.all([
    readPrices(),
    readMoney(),
    readIcon(token ? undefined : chain.nativeCurrency.symbol),
    readIcon(token?.symbol),
  ])
  return {
    coin: market(priceOf(coinAddress), coinIcon),
    token: market(priceOf(tokenAddress), tokenIcon),
    ...(money ? { money } : {}),
  }
}

const isSame = (one: unknown, other = '') => String(one).toLowerCase() === other.toLowerCase()

function market(price: unknown, icon: string | undefined): Market {
  const isPrice = typeof price === 'number' && price > 0
  return { ...(isPrice ? { price } : {}), ...(icon ? { icon } : {}) }
}
