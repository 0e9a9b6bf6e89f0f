import type { FiatRates as FiatRatesBody } from '@latchkey/protocol/api'
import { Hono } from 'hono'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import type { FiatRates } from './createFiatRates.js'

/** `GET /v1/fiat-rates`: how much of each currency one US dollar buys; those without a rate are left out. */
export function fiatRateRoutes(options: { gate: Gate; rates: FiatRates }): Hono<HonoEnv> {
  return new Hono<HonoEnv>().get('/v1/fiat-rates', async (c) => {
    options.gate.limit(c.get('ip'))
    options.gate.project(c.req.query('projectId'))
    return c.json({ rates: await options.rates() } satisfies FiatRatesBody, 200, { 'cache-control': 'no-store' })
  })
}
