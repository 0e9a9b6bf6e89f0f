import type { Asset } from './assetId.js'

/** The absolute address of an asset's picture: the configured one, else ours. */
export function iconUrl(asset: Asset, publicUrl: string): string {
  const symbol = asset.token?.symbol ?? asset.chain.nativeCurrency.symbol
  return asset.token?.iconUrl ?? `${publicUrl.replace(/\/+$/, '')}/public/getTokenImage/${encodeURIComponent(symbol)}`
}
