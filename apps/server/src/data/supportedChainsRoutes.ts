import type { SupportedChains } from '@latchkey/protocol/api'
import { Hono } from 'hono'
import type { Chain } from '../platform/chains/chain.js'
import type { HonoEnv } from '../platform/http/vars.js'

/** `GET /v1/supported-chains`: public, the same for everybody. */
export function supportedChainsRoutes(chains: readonly Chain[], isSwapped: (chain: Chain) => boolean): Hono<HonoEnv> {
  const answer: SupportedChains = {
    http: chains.map((chain) => chain.caip2),
    ws: chains.filter((chain) => (chain.ws?.length ?? 0) > 0).map((chain) => chain.caip2),
    history: chains.filter(({ history }) => history).map((chain) => chain.caip2),
    swaps: chains.filter(isSwapped).map((chain) => chain.caip2),
  }
  return new Hono<HonoEnv>().get('/v1/supported-chains', (c) =>
    c.json(answer, 200, { 'cache-control': 'public, max-age=86400, s-maxage=86400' }),
  )
}
