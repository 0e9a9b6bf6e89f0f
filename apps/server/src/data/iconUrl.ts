import type { Asset } from './assetId.js'
import { tokenImage } from './images/tokenImage.js'

/** The absolute address of an asset's picture: the configured one, else ours; empty where there is none to be had. */
export function iconUrl(asset: Pick<Asset, 'chain' | 'token'>, publicUrl: string): string {
  const symbol = asset.token?.symbol ?? asset.chain.nativeCurrency.symbol
  if (asset.token?.iconUrl !== undefined) return asset.token.iconUrl
  if (tokenImage(symbol) === undefined) return ''
  return `${publicUrl.replace(/\/+$/, '')}/public/getTokenImage/${encodeURIComponent(symbol)}`
}
