import { type Prices as PricesBody, priceRequest } from '@latchkey/protocol/api'
import { parseAccountId } from '@latchkey/protocol/caip'
import { Hono } from 'hono'
import type { Chain } from '../platform/chains/chain.js'
import { parseBody } from '../platform/http/parseBody.js'
import { readBody } from '../platform/http/readBody.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import { type Asset, assetKey, assetsOf, nativeAddressOf } from './assetId.js'
import type { Prices } from './createPrices.js'
import { iconUrl } from './iconUrl.js'

/** `POST /v1/fungible/price`: what assets cost; those that are not known here are left out. */
export function priceRoutes(options: {
  chains: readonly Chain[]
  gate: Gate
  prices: Prices
  publicUrl: (requestUrl: string) => string
}): Hono<HonoEnv> {
  const known = new Map(
    options.chains.flatMap(assetsOf).map((asset) => [assetKey(asset.chain.caip2, asset.token?.address), asset]),
  )

  return new Hono<HonoEnv>().post('/v1/fungible/price', async (c) => {
    options.gate.limit(c.get('ip'))
    const { currency, addresses, projectId } = readRequest(await readBody(c.req.raw), c.req.query('projectId'))
    options.gate.project(projectId)
    const asked: { address: (typeof addresses)[number]; asset: Asset; key: string }[] = []
    for (const address of addresses) {
      const parts = parseAccountId(address)
      const isNative = parts.address === nativeAddressOf(parts.chainId)
      const key = assetKey(parts.chainId, isNative ? undefined : parts.address)
      const asset = known.get(key)
      // Capitals matter in addresses of other families, and the key has none.
      const isOther =
        parts.namespace !== 'eip155' && asset?.token !== undefined && asset.token.address !== parts.address
      if (asset && !isOther) asked.push({ address, asset, key })
    }
    const found = await options.prices([...new Set(asked.map(({ asset }) => asset))], currency)
    const publicUrl = options.publicUrl(c.req.url)
    const fungibles: PricesBody['fungibles'] = []
    for (const { address, asset, key } of asked) {
      const price = found.get(key)
      if (price === undefined) continue
      const { name, symbol, decimals } = asset.token ?? asset.chain.nativeCurrency
      fungibles.push({ address, name, symbol, iconUrl: iconUrl(asset, publicUrl), price, decimals })
    }
    return c.json({ fungibles } satisfies PricesBody, 200, { 'cache-control': 'no-store' })
  })
}

function readRequest(text: string, queryProject: string | undefined) {
  const value = parseBody(text)
  const given = typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : value
  if (
    Array.isArray((given as { addresses?: unknown } | null)?.addresses) &&
    (given as { addresses: unknown[] }).addresses.length === 0
  ) {
    throw new Refusal(400, 'addresses', 'addresses is empty')
  }
  const filled =
    typeof given === 'object' && given !== null && queryProject !== undefined
      ? { projectId: queryProject, ...given }
      : given
  const result = priceRequest.safeParse(filled)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.map(String).join('.') || 'body'
  throw new Refusal(422, field, issue?.message || 'The body has another shape')
}
